import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Access, defineEndpoint, permit } from '../endpoint.ts';
import { declarationProblems, defineFeature, permissionCatalogue } from '../feature.ts';
import { defineScreens } from '../screen.ts';

const endpoint = (path: `/${string}`, access: Access) =>
  defineEndpoint({ method: 'GET', path, access, input: z.object({}), output: z.object({}), summary: 'x' });
const load = async () => ({ default: () => null });

it('finds nothing wrong with sound declarations', () => {
  const feature = defineFeature({
    name: 'a',
    endpoints: { list: endpoint('/a', permit('a.view')) },
    screens: defineScreens('a', [
      { path: '/a', title: 'a', audience: 'staff', depth: 1, needs: 'list', load },
    ]),
  });
  expect(declarationProblems([feature])).toEqual([]);
});

it('gives every page of the points store its second address', () => {
  const { screens } = defineScreens('a', [
    { path: '/integralStore/sell', title: 'sell', audience: 'staff', depth: 2, load },
    { path: '/integralStoreroom', title: 'other', audience: 'staff', depth: 2, load },
  ]);
  expect(screens.map(({ aliases }) => aliases)).toEqual([['/integralStore2/sell'], undefined]);
});

it('refuses duplicate calls and screens, unknown needs, foreign and contradicting permissions, and silence about access', () => {
  const screens = defineScreens('a', [
    { path: '/x', title: 'x', audience: 'staff', depth: 1, needs: 'absent', load },
    { path: '/x', title: 'x', audience: 'staff', depth: 1, load },
  ]);
  const a = defineFeature({
    name: 'a',
    endpoints: { one: endpoint('/same', permit('a.view')), two: endpoint('/same', permit('b.view')) },
    screens,
  });
  const b = defineFeature({
    name: 'b',
    endpoints: {
      three: endpoint('/b', undefined as unknown as Access),
      four: endpoint('/c', permit('a.view', 'platform')),
    },
  });
  const problems = declarationProblems([a, b]).join('\n');
  for (const part of [
    'already declared by a.one',
    'screen /x is already declared',
    'unknown endpoint absent',
    'must start with a.',
    'names neither a permission',
    'is declared for merchant elsewhere',
  ]) {
    expect(problems).toContain(part);
  }
});

it('lets a call need a right that the feature it is named after declares', () => {
  const a = defineFeature({ name: 'a', endpoints: { one: endpoint('/a', permit('a.view')) } });
  const b = defineFeature({ name: 'b', endpoints: { two: endpoint('/b', permit('a.view')) } });
  expect(declarationProblems([a, b])).toEqual([]);
  expect(declarationProblems([b]).join()).toContain('must start with b.');
});

it('lets a room that was cut off another keep the names of its rights', () => {
  const a = defineFeature({ name: 'a', endpoints: { one: endpoint('/a', 'session') } });
  const b = defineFeature({ name: 'b', knownAs: 'a', endpoints: { two: endpoint('/b', permit('a.view')) } });
  expect(declarationProblems([a, b])).toEqual([]);
  expect(declarationProblems([b])).toEqual(['b: there is no feature a by whose name it is known']);
});

it('refuses writing calls that nobody can recognise when they are said again', () => {
  const write = (more: object) =>
    defineEndpoint({
      method: 'POST',
      path: '/w',
      access: 'session',
      input: z.object({}),
      output: z.object({}),
      summary: 'x',
      ...more,
    });
  const problemsOf = (more: object) =>
    declarationProblems([defineFeature({ name: 'a', endpoints: { write: write(more) } })]);
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ access: 'public', repeats: { because: 'every one counts' } })).toEqual([]);
  expect(problemsOf({ access: 'public', changes: false })).toEqual([]);
  for (const more of [
    { access: 'public' },
    { answer: 'raw', files: ['application/pdf'] },
    { multipart: true },
    { repeats: 'recognised' },
    { changes: false, lets: 'coins' },
  ])
    expect([more, problemsOf(more)]).toEqual([more, [expect.any(String)]]);
  // a raw answer that names no file would be described as an envelope
  expect(problemsOf({ changes: false, answer: 'raw' })).toEqual([expect.stringContaining('files')]);
});

it('takes a screen in one line: the menu leads to depth 2, other screens of staff are deeper', () => {
  const { screens } = defineScreens('a', ({ staff, player }) => [
    staff('/a', 'list', null, load, { menu: { tabOf: '/b', icon: 'list', sort: 10 } }),
    staff('/a/one', 'one', null, load),
    staff('/a/far', 'far', null, load, { depth: 4 }),
    player('/own', 'own', null, load, { asksWho: true }),
  ]);
  expect(screens.map(({ path, audience, depth, needs }) => [path, audience, depth, needs])).toEqual([
    ['/a', 'staff', 2, undefined],
    ['/a/one', 'staff', 3, undefined],
    ['/a/far', 'staff', 4, undefined],
    ['/own', 'player', 2, undefined],
  ]);
  expect(screens[3]).toMatchObject({ asksWho: true, title: 'own', load });
});

it('derives the permission catalogue from endpoints alone', () => {
  const feature = defineFeature({
    name: 'a',
    endpoints: {
      one: endpoint('/1', permit('a.view')),
      two: endpoint('/2', permit('a.view')),
      open: endpoint('/3', 'public'),
    },
  });
  expect(
    permissionCatalogue([feature]).map(({ permission, endpoints }) => [permission, endpoints.length]),
  ).toEqual([['a.view', 2]]);
});
