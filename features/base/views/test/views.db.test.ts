import { beforeAll, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import type { Client } from '#kit/contract/client.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { viewsContract as calls, mostViews } from '../contract.ts';

const { server, staff } = testServer();
const owner = staff('merchant');
let clerk: Client;
beforeAll(async () => {
  ({ client: clerk } = await hireStaff(server, owner, ['reports.view']));
});

const page = '/api/some/report';
const view = { page, name: 'Weekends', query: { by: 'day', fieldId: 'x' }, range: 'last7' };
const namesOf = async (client: Client, of = page) =>
  (await client.call(calls.listViews, { page: of })).map(({ name }) => name);

it('is kept for its person and its page, and for nobody else', async () => {
  await owner.call(calls.saveView, view);
  const [kept] = await owner.call(calls.listViews, { page });
  expect(kept).toMatchObject({
    name: 'Weekends',
    query: view.query,
    range: 'last7',
    isOwn: true,
    isShared: false,
  });
  expect(await namesOf(owner, '/api/another/report')).toEqual([]);
  expect(await namesOf(clerk)).toEqual([]);
  expect(await namesOf(await server.as('merchant2'))).toEqual([]);
});

it('has its own name, and bad ones change nothing', async () => {
  expect(await refusal(owner.call(calls.saveView, view))).toMatchObject({ key: 'views:error.nameTaken' });
  expect(
    await refusal(owner.call(calls.saveView, { ...view, name: 'Odd', range: 'fortnight' })),
  ).toBeDefined();
  expect(await refusal(owner.call(calls.saveView, { ...view, name: '' }))).toBeDefined();
  const query = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`p${place}`, 'x']));
  expect(await refusal(owner.call(calls.saveView, { ...view, name: 'Wide', query }))).toBeDefined();
  expect(await namesOf(owner)).toEqual(['Weekends']);
});

it('is shared by people with the right to, seen by everybody in the organisation, and changed by its owner alone', async () => {
  const [{ id } = { id: '' }] = await owner.call(calls.listViews, { page });
  const own = await clerk.call(calls.saveView, { ...view, name: 'Mine' });
  expect(await refusal(clerk.call(calls.shareView, { id: own.id, shared: true }))).toMatchObject({
    status: 403,
  });
  await owner.call(calls.shareView, { id, shared: true });
  expect(await namesOf(clerk)).toEqual(['Weekends', 'Mine']);
  expect(await namesOf(await server.as('merchant2'))).toEqual([]);
  const other = await server.as('merchant2');
  const foreign = [
    () => clerk.call(calls.renameView, { id, name: 'Stolen' }),
    () => clerk.call(calls.removeView, { id }),
    () => owner.call(calls.renameView, { id: own.id, name: 'Stolen' }),
    () => owner.call(calls.shareView, { id: own.id, shared: true }),
    () => other.call(calls.shareView, { id, shared: false }),
  ];
  for (const call of foreign) expect(await refusal(call())).toMatchObject({ status: 404 });
  await owner.call(calls.renameView, { id, name: 'Week' });
  expect(await namesOf(clerk)).toEqual(['Week', 'Mine']);
  await owner.call(calls.shareView, { id, shared: false });
  expect(await namesOf(clerk)).toEqual(['Mine']);
  await owner.call(calls.removeView, { id });
  expect(await namesOf(owner)).toEqual([]);
});

it('is one of a number that fits above a page', async () => {
  for (let place = 0; place < mostViews; place++)
    await owner.call(calls.saveView, { ...view, page: '/full', name: `View ${place}` });
  expect(
    await refusal(owner.call(calls.saveView, { ...view, page: '/full', name: 'One more' })),
  ).toMatchObject({
    key: 'views:error.tooMany',
  });
});
