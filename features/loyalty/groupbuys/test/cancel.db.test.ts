import { describe, expect, it } from 'vitest';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { staged, testServer } from '#kit/server/testing/stage.ts';
import { platforms } from '../contract/kinds.ts';
import { groupBuysContract as calls } from '../contract.ts';
import { automaticSite, openGroupBuys, tenantId } from './stage.ts';

const { server, staff } = testServer({}, { still: true });
const merchant = staff('merchant');
const yard = staged(
  () => openGroupBuys(server, merchant),
  () => undefined,
);

/** The player plays with so many coins. */
async function spend(phone: string, coins: number): Promise<void> {
  const { id } = await yard.playerOf(phone);
  await server.services.db.transaction((tx) =>
    postTransfers(tx, [
      {
        key: `spent:${newId()}`,
        tenantId,
        kind: 'adjustment',
        legs: [
          { account: playerAccount(tenantId, id, automaticSite, 'coin'), amount: -coins },
          { account: mintAccount(tenantId, 'coin'), amount: coins },
        ],
        subject: { kind: 'test', id: newId() },
      },
    ]),
  );
}

const cancel = (id: string) => merchant.call(calls.cancelVerification, { id, reason: 'wrong code' });

describe.each(platforms)('a verification of %s', (platform) => {
  it('is cancelled at the platform, and what it gave and its income go back', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    const { id } = await yard.verify(platform, code, phone);
    expect(await cancel(id)).toEqual({ state: 'cancelled', problem: null });
    expect(await yard.held(phone)).toBe(0);
    const record = await yard.record(id);
    expect(record).toMatchObject({ cancelledBy: 'staff', cancelReason: 'wrong code', lossFen: null });
    expect(record.steps.map(({ state }) => state)).toEqual([
      ...['verifying', 'verified', 'granted'],
      ...['cancelling', 'cancelled'],
    ]);
    expect(await yard.order(record.orderId as string)).toMatchObject({
      state: 'refunded',
      refundedAmount: 1990,
    });
    expect((await refusal(cancel(id))).key).toBe('groupbuys:error.notCancellable');
    expect(await yard.verify(platform, code, phone)).toMatchObject({ state: 'granted' });
    expect(await yard.wrong()).toEqual([]);
  });

  it('is not cancelled when something of it is used', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    const { id } = await yard.verify(platform, code, phone);
    await spend(phone, 1);
    expect((await refusal(cancel(id))).key).toBe('groupbuys:error.used');
    expect(await yard.record(id)).toMatchObject({ state: 'granted' });
    expect(await yard.held(phone)).toBe(29);
    expect(
      yard
        .control(platform)
        .uses()
        .find((use) => use.code === code)?.state,
    ).toBe('verified');
  });

  it('that the platform will not cancel is given again, with the platform’s reason', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const phone = yard.phone();
    const { id } = await yard.verify(platform, yard.sell(platform, deal.dealId), phone);
    const path = platform === 'douyin' ? '/cancel/' : '/reverseconsume';
    yard.control(platform).refuseNext(path, '99999', 'not today');
    const answer = await cancel(id);
    expect(answer.state).toBe('granted');
    expect(answer.problem).toContain('not today');
    expect(await yard.held(phone)).toBe(30);
    expect(await yard.wrong()).toEqual([]);
  });

  it('of which the answer to cancelling is lost is cancelled once', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const phone = yard.phone();
    const { id } = await yard.verify(platform, yard.sell(platform, deal.dealId), phone);
    yard.control(platform).trouble({ lostShare: 1, noticeLostShare: 1 });
    expect((await cancel(id)).state).toBe('cancelling');
    expect(await yard.held(phone)).toBe(0);
    yard.control(platform).trouble({});
    await yard.later(5 * minuteMs);
    expect(await yard.record(id)).toMatchObject({ state: 'cancelled' });
    expect(await yard.wrong()).toEqual([]);
  });

  it('cancelled by twenty at once goes back once', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const phone = yard.phone();
    const { id } = await yard.verify(platform, yard.sell(platform, deal.dealId), phone);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusalOf(cancel(id))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await yard.held(phone)).toBe(0);
    expect(await yard.wrong()).toEqual([]);
  });

  it('that the platform refunded is found by the comparison: taken back unused, a loss where it is used', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const [kept, spent] = [yard.sell(platform, deal.dealId), yard.sell(platform, deal.dealId)];
    const [one, other] = [yard.phone(), yard.phone()];
    const unused = await yard.verify(platform, kept, one);
    const used = await yard.verify(platform, spent, other);
    await spend(other, 20);
    await yard.control(platform).refund(kept);
    await yard.control(platform).refund(spent);
    const day = businessDay(server.clock.now());
    await merchant.call(calls.compareDay, { platform, day });
    expect(await yard.record(unused.id)).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'platform',
      lossFen: null,
    });
    expect(await yard.record(used.id)).toMatchObject({ state: 'cancelled', lossFen: 1990 });
    expect([await yard.held(one), await yard.held(other)]).toEqual([0, 10]);
    const lost = await merchant.call(calls.listVerifications, { platform, loss: true });
    expect(lost.records.map(({ id }) => id)).toContain(used.id);
    expect(await yard.wrong()).toEqual([]);
  });

  it('that we never heard of is listed, and noted', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const code = yard.sell(platform, deal.dealId);
    const store = (await yard.storesOf(platform)).find(({ id }) => id === yard.stores[platform]);
    yard.control(platform).useElsewhere(code, store?.storeNumber);
    const day = businessDay(server.clock.now());
    expect((await merchant.call(calls.compareDay, { platform, day })).differences).toBeGreaterThan(0);
    const { records } = await merchant.call(calls.listDifferences, { platform, state: 'open' });
    const found = records.find(({ title }) => title === deal.title);
    expect(found).toMatchObject({
      difference: 'unknown',
      theirFen: 1990,
      ourFen: null,
      verificationId: null,
    });
    await merchant.call(calls.noteDifference, { id: found!.id, note: 'verified at the other till' });
    await merchant.call(calls.compareDay, { platform, day });
    const again = await merchant.call(calls.listDifferences, { platform, state: 'noted' });
    expect(again.records.find(({ id }) => id === found!.id)).toMatchObject({
      note: 'verified at the other till',
    });
  });
});

it('Douyin cancels within its hour, and afterwards nothing is asked or taken', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 30 });
  const phone = yard.phone();
  const { id } = await yard.verify('douyin', yard.sell('douyin', deal.dealId), phone);
  server.clock.forward(hourMs + minuteMs);
  expect(await yard.record(id)).toMatchObject({ cancellable: false });
  expect((await refusal(cancel(id))).key).toBe('groupbuys:error.tooLate');
  expect(await yard.held(phone)).toBe(30);
});

it('Douyin tells of a refund, and the same notice again changes nothing', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 30 });
  const code = yard.sell('douyin', deal.dealId);
  const phone = yard.phone();
  const { id } = await yard.verify('douyin', code, phone);
  await yard.control('douyin').refund(code);
  await expect.poll(async () => (await yard.record(id)).state, { timeout: 10_000 }).toBe('cancelled');
  expect(await yard.held(phone)).toBe(0);
  await yard.control('douyin').refund(code);
  expect(await yard.record(id)).toMatchObject({ state: 'cancelled', lossFen: null });
});

it('an order of a group buy is not refunded past its verification', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 30 });
  const { id } = await yard.verify('douyin', yard.sell('douyin', deal.dealId), yard.phone());
  const { orderNumber } = await yard.record(id);
  const refused = await refusal(
    merchant.call(ordersContract.refundByNumber, { orderNumber: orderNumber as string, reason: 'asked' }),
  );
  expect(refused.key).toBe('groupbuys:error.cancelInstead');
});

it('free plays and cards are taken back unused', async () => {
  const plays = await yard.deal('meituan', { kind: 'freePlay', amount: 3, days: 10 });
  const phone = yard.phone();
  const { id } = await yard.verify('meituan', yard.sell('meituan', plays.dealId), phone);
  expect((await cancel(id)).state).toBe('cancelled');
  expect(await yard.wrong()).toEqual([]);
});
