/** What the checks read in the sources of handlers: which calls move amounts, and which fields nobody reads. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { defineFeature } from '#kit/contract/feature.ts';
import { int, passedOver } from '#kit/contract/schemas.ts';
import { bookingProblems } from '../booking-calls.ts';
import { Modules } from '../modules.ts';
import { unreadProblems } from '../unread-inputs.ts';

const ledger = {
  path: 'features/money/ledger/server/transfers.ts',
  text: 'export async function postTransfers(tx, requests) {}',
};

/** A feature with one call, `pay`, and the files of its server. */
function housed(
  files: Record<string, string>,
  input: z.ZodRawShape = {},
  more: { books?: 'money'; changes?: boolean } = {},
) {
  const feature = defineFeature({
    name: 'shop',
    endpoints: {
      pay: defineEndpoint({
        method: 'POST',
        path: '/pay',
        access: 'session',
        summary: '',
        input: z.object(input),
        output: z.object({}),
        ...more,
      }),
    },
  });
  const served = `import { handlers } from './handlers.ts'; export default serveFeature(shop, { handlers: { ...handlers } });`;
  const modules = new Modules([
    ledger,
    ...Object.entries({ 'feature.ts': served, ...files }).map(([name, text]) => ({
      path: `features/loyalty/shop/server/${name}`,
      text,
    })),
  ]);
  return { modules, features: [feature] };
}
const booking = (...told: Parameters<typeof housed>) => {
  const { modules, features } = housed(...told);
  return bookingProblems(modules, features);
};
const unread = (handler: string, input: z.ZodRawShape, files: Record<string, string> = {}) => {
  const { modules, features } = housed({ 'handlers.ts': handler, ...files }, input);
  return unreadProblems(modules, features).map((problem) => problem.split(' ')[2]);
};

const settle = `import { postTransfers } from '#features/money/ledger/server/transfers.ts';
  export const settle = (tx) => postTransfers(tx, []);`;
const pays = `import { settle } from './settle.ts';
  export const handlers = { async pay(context) { return context.db.transaction((tx) => settle(tx)); } };`;

it('a call that moves amounts through other files says so, and one that does not says nothing', () => {
  expect(booking({ 'handlers.ts': pays, 'settle.ts': settle })).toEqual([
    expect.stringContaining('shop.pay moves amounts (settle > postTransfers)'),
  ]);
  expect(booking({ 'handlers.ts': pays, 'settle.ts': settle }, {}, { books: 'money' })).toEqual([]);
  const quiet = { 'handlers.ts': 'export const handlers = { pay: async () => ({}) };' };
  expect(booking(quiet)).toEqual([]);
  expect(booking(quiet, {}, { books: 'money' })).toHaveLength(1);
  // what only reads is refused by the database
  expect(booking({ 'handlers.ts': pays, 'settle.ts': settle }, {}, { changes: false })).toEqual([]);
});

it('finds amounts that move because somebody else has registered for it, by the member that is called', () => {
  const keepers = `const keepers = new WeakMap();
    export function register(services, keeper) { keepers.set(services, keeper); }
    export const keeperOf = (services) => keepers.get(services);`;
  const started = `import { register } from './keepers.ts'; import { settle } from './settle.ts';
    export const start = (services) => register(services, { paid: (tx) => settle(tx), seen: () => 1 });`;
  const files = (called: string) => ({
    'settle.ts': settle,
    'keepers.ts': keepers,
    'start.ts': started,
    'handlers.ts': `import { keeperOf } from './keepers.ts';
      export const handlers = { async pay({ services, tx }) { return keeperOf(services).${called}(tx); } };`,
  });
  expect(booking(files('paid'))).toHaveLength(1);
  expect(booking(files('seen'))).toEqual([]);
});

const field = { a: int(1, 2), b: int(1, 2).optional() };
it.each([
  ['taken by name', 'export const handlers = { pay: async (context, { a }) => use(a) };', ['b']],
  ['never looked at', 'export const handlers = { pay: async () => ({}) };', ['a', 'b']],
  ['taken and not used', 'export const handlers = { pay: async (context, { a, b: _b }) => use(a) };', ['b']],
  [
    'read as members',
    'export const handlers = { pay: async (context, input) => use(input.a + input.b) };',
    [],
  ],
  [
    'spread into what nobody knows',
    'export const handlers = { pay: (context, input) => out.use({ ...input }) };',
    [],
  ],
  [
    'spread and written over',
    'export const handlers = { pay: (context, input) => out.use({ ...input, b: 1 }) };',
    ['b'],
  ],
  [
    'only kept as text',
    'export const handlers = { pay: (context, input) => out.use(input.a, JSON.stringify(input)) };',
    ['b'],
  ],
])('a field that is %s', (_, handler, expected) => {
  expect(unread(handler, field)).toEqual(expected);
});

it('follows an input into other files, and what they give back', () => {
  const inside = { 'buy.ts': 'export const buy = (context, { wish: { a, ...rest } }) => ({ a, rest });' };
  const handler = (use: string) => `import { buy } from './buy.ts';
    export const handlers = { async pay(context, input) { const { a, rest } = buy(context, { wish: input }); return ${use}; } };`;
  expect(unread(handler('a'), field, inside)).toEqual(['b']);
  expect(unread(handler('a + rest.b'), field, inside)).toEqual([]);
});

it('a field that says why it is passed over, a request id and paging are nobody’s fault', () => {
  const handler = 'export const handlers = { pay: async () => ({}) };';
  const usual = {
    scope: passedOver(z.string().optional(), 'for a reason'),
    size: int(1, 9),
    requestId: z.string(),
  };
  expect(unread(handler, usual)).toEqual([]);
});

it('reads the query of a list behind `listing`', () => {
  const handler = `import { pageNotes } from './queries.ts';
    export const handlers = { pay: ({ db, session }, input) => pageNotes(db.read, session.scope, input) };`;
  const query = (filters: string) => ({
    'queries.ts': `import { listing } from '#kit/server/listing.ts';
      export const pageNotes = listing(calls.pay, (reader, scope, input) => find(reader, ${filters}));`,
  });
  const shape = { state: z.string(), word: z.string() };
  expect(unread(handler, shape, query('input.state, input.word'))).toEqual([]);
  expect(unread(handler, shape, query('input.state'))).toHaveLength(1);
});
