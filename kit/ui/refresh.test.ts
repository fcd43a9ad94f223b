import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { queryKey } from '#kit/contract/client.ts';
import { type AnyEndpoint, defineEndpoint } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import { askedOf, createRefresher, refreshAfter } from './refresh.ts';

const changed = defineEvent<{ id: string }>('thing.changed');
const other = defineEvent('other.changed');
const shared = {
  method: 'GET',
  access: 'session',
  summary: '',
  input: z.object({ id: z.string().optional() }),
  output: z.object({}),
} as const;
const list = defineEndpoint({ ...shared, path: '/list', refreshedBy: [changed] });
const read = defineEndpoint({
  ...shared,
  path: '/read',
  refreshedBy: [refresherOf(changed, (data, input) => data.id === input.id)],
});
const save = defineEndpoint({ ...shared, method: 'POST', path: '/save', emits: [changed] });

let client: QueryClient;
const ends: (() => void)[] = [];
/** An open page that shows the answer; says how often it was asked for. */
function show(endpoint: AnyEndpoint, input: object) {
  const queryFn = vi.fn(async () => ({}));
  const observer = new QueryObserver(client, {
    queryKey: queryKey(endpoint, input),
    meta: askedOf(endpoint, input),
    queryFn,
  });
  ends.push(observer.subscribe(() => undefined));
  return queryFn;
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

test('an event loads again what it makes stale and nothing else', async () => {
  const [all, mine, others] = [show(list, {}), show(read, { id: 'a' }), show(read, { id: 'b' })];
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(client);
  refresher.hear({ event: changed.name, data: { id: 'a' } });
  refresher.hear({ event: other.name, data: {} });
  await vi.advanceTimersByTimeAsync(10);
  expect([all, mine, others].map((asked) => asked.mock.calls.length)).toEqual([2, 2, 1]);
});

test('many events are one call at once and then one a second', async () => {
  const asked = show(list, {});
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(client);
  for (let beat = 0; beat < 50; beat += 1) {
    refresher.hear({ event: changed.name, data: { id: 'a' } });
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1000);
  // the first of all, then at 0, 1000, 2000 and after the last event
  expect(asked).toHaveBeenCalledTimes(5);
});

test('a call of one’s own refreshes whatever its events may touch, without waiting to be told', async () => {
  const [all, one] = [show(list, {}), show(read, { id: 'a' })];
  await vi.advanceTimersByTimeAsync(0);
  await refreshAfter(client, save);
  expect([all, one].map((asked) => asked.mock.calls.length)).toEqual([2, 2]);
  await refreshAfter(client, list);
  expect(all).toHaveBeenCalledTimes(2);
});
