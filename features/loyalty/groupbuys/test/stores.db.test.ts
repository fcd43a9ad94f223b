import { expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { manualSite } from '#features/selling/orders/test/arcade.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { staged, testServer } from '#kit/server/testing/stage.ts';
import { dealPaths } from '#providers/deal-platform.ts';
import { platforms } from '../contract/kinds.ts';
import { groupBuysContract as calls } from '../contract.ts';
import { renewAccounts } from '../server/authorise.ts';
import { automaticSite, openGroupBuys } from './stage.ts';

const { server, staff } = testServer({}, { still: true });
const merchant = staff('merchant');
const yard = staged(
  () => openGroupBuys(server, merchant),
  () => undefined,
);

it.each(platforms)('the demo has verified codes of %s on past days, with their orders', async (platform) => {
  const { records, total } = await merchant.call(calls.listVerifications, { platform, size: 100 });
  expect(total).toBeGreaterThan(3);
  expect(records.every(({ state, orderNumber }) => state === 'granted' && orderNumber)).toBe(true);
  expect(await yard.wrong()).toEqual([]);
});

it('a merchant sees the platform’s stores, and which of them can verify', async () => {
  const { stores } = await merchant.call(calls.refreshStores, { platform: 'douyin' });
  const listed = await yard.storesOf('douyin');
  expect(listed).toHaveLength(stores);
  expect(listed.every(({ authorised }) => authorised)).toBe(true);
  const alone = (await yard.storesOf('meituan')).filter(({ authorised }) => authorised);
  expect(alone.map(({ id }) => id)).toContain(yard.stores.meituan);
  expect(await merchant.call(calls.readPlatform, { platform: 'meituan' })).toMatchObject({
    configured: true,
    simulated: true,
    accountsToRenew: 0,
  });
  const { records } = await merchant.call(calls.listAccounts, { platform: 'douyin' });
  expect(records.map((account) => account.stores)).toEqual([stores]);
  for (const platform of platforms) {
    const { records: deals } = await merchant.call(calls.listDeals, { platform, size: 100 });
    const standing = await merchant.call(calls.readPlatform, { platform });
    expect(standing.deals).toBe(deals.length);
    expect(standing.unmappedDeals).toBe(deals.filter(({ mapped }) => !mapped).length);
    expect(standing.unmappedDeals).toBeLessThan(deals.length);
  }
});

it('nothing is verified at a store that is bound to no site', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const code = yard.sell('douyin', deal.dealId);
  await merchant.call(calls.unbindStores, { ids: [yard.stores.douyin] });
  expect((await refusal(yard.prepare('douyin', code))).key).toBe('groupbuys:error.storeNotBound');
  await merchant.call(calls.bindStore, { id: yard.stores.douyin, fieldId: automaticSite });
  expect(await yard.prepare('douyin', code)).toMatchObject({ title: deal.title });
});

it('who works at other sites neither sees the store nor verifies there', async () => {
  const rights = ['groupbuys.view', 'groupbuys.verify'];
  const { client } = await hireStaff(server, merchant, rights, [manualSite]);
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const code = yard.sell('douyin', deal.dealId);
  expect((await client.call(calls.listStores, { platform: 'douyin', fieldId: automaticSite })).total).toBe(0);
  expect((await refusal(yard.prepare('douyin', code, client))).status).toBe(404);
  const { id } = await yard.verify('douyin', code, yard.phone());
  expect((await refusal(client.call(calls.readVerification, { id }))).status).toBe(404);
});

it('a member is named by the code on the phone, or by a number that nobody has yet', async () => {
  const { client, playerId } = await yard.guest();
  const [shown] = (await client.call(playerAppContract.readMemberCodes, {})).codes;
  const memberCode = shown!.code;
  expect(await merchant.call(calls.findRecipient, { memberCode })).toMatchObject({ playerId, isNew: false });
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const { id } = await yard.prepare('douyin', yard.sell('douyin', deal.dealId));
  const verified = await merchant.call(calls.verifyCode, { id, memberCode });
  expect(await yard.record(verified.id)).toMatchObject({ playerId, state: 'granted' });
  const phone = yard.phone();
  expect(await merchant.call(calls.findRecipient, { phone })).toMatchObject({ playerId: null, isNew: true });
  await yard.verify('douyin', yard.sell('douyin', deal.dealId), phone);
  expect(await merchant.call(calls.findRecipient, { phone })).toMatchObject({ isNew: false });
  expect(await yard.playerOf(phone)).toMatchObject({ platform: 'phone', openId: phone });
});

it('staff may ask at once about a verification without an answer', async () => {
  const deal = await yard.deal('meituan', { kind: 'coin', amount: 5 });
  const phone = yard.phone();
  const { id } = await yard.prepare('meituan', yard.sell('meituan', deal.dealId));
  yard.control('meituan').trouble({ lostShare: 1 });
  expect((await merchant.call(calls.verifyCode, { id, phone })).state).toBe('verifying');
  yard.control('meituan').trouble({});
  expect(await merchant.call(calls.askAgain, { id })).toEqual({ state: 'granted', problem: null });
  expect(await yard.held(phone)).toBe(5);
});

it('a code that was looked up and not verified lapses, and has to be looked up again', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const { id } = await yard.prepare('douyin', yard.sell('douyin', deal.dealId));
  server.clock.forward(11 * minuteMs);
  const late = await refusal(merchant.call(calls.verifyCode, { id, phone: yard.phone() }));
  expect(['groupbuys:error.prepareAgain', 'groupbuys:error.notPrepared']).toContain(late.key);
  await yard.work();
  expect((await yard.rows({ id })).map(({ state }) => state)).toEqual(['lapsed']);
});

it('a forged notice is refused, and a return that nobody began leads nowhere', async () => {
  const forged = await server.app.inject({
    method: 'POST',
    url: dealPaths.douyinNotice,
    headers: { 'content-type': 'application/json', 'x-douyin-signature': 'f'.repeat(40) },
    payload: JSON.stringify({ event: 'life_trade_certificate_notify', client_key: 'demo', content: '{}' }),
  });
  expect([400, 401]).toContain(forged.statusCode);
  const back = await server.app.inject({
    method: 'GET',
    url: `${dealPaths.meituanReturn}?code=abc&state=${'x'.repeat(43)}`,
  });
  expect(back.headers.location).toBe('/meituan?authorised=over');
});

it('a token is renewed before it ends, and codes go on being verified', async () => {
  const before = (await merchant.call(calls.listAccounts, { platform: 'meituan', size: 50 })).records;
  server.clock.forward(28 * dayMs);
  await renewAccounts(server.services);
  const after = (await merchant.call(calls.listAccounts, { platform: 'meituan', size: 50 })).records;
  const endOf = (list: typeof before) =>
    Math.max(...list.map(({ expiresAt }) => Date.parse(expiresAt ?? '')));
  expect(endOf(after)).toBeGreaterThan(endOf(before));
  const deal = await yard.deal('meituan', { kind: 'coin', amount: 5 });
  expect(await yard.verify('meituan', yard.sell('meituan', deal.dealId), yard.phone())).toMatchObject({
    state: 'granted',
  });
});

it('an authorisation that was ended reaches no store, and may be given again', async () => {
  const { records } = await merchant.call(calls.listAccounts, { platform: 'douyin', size: 50 });
  await merchant.call(calls.endAuthorisations, { ids: records.map(({ id }) => id) });
  expect((await yard.storesOf('douyin')).some(({ authorised }) => authorised)).toBe(false);
  const deal = yard.control('douyin').deals()[0]!;
  const code = yard.sell('douyin', deal.dealId);
  expect((await refusal(yard.prepare('douyin', code))).key).toBe('groupbuys:error.storeNotAuthorised');
  await yard.authorise('douyin');
  expect((await yard.storesOf('douyin')).every(({ authorised }) => authorised)).toBe(true);
});
