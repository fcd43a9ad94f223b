import { expect } from 'vitest';
import { groupBuysContract as calls, type Platform } from '#features/loyalty/groupbuys/contract.ts';
import { type GroupBuys, openGroupBuys } from '#features/loyalty/groupbuys/test/stage.ts';
import type { Client } from '#kit/contract/client.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { atOnce, type Races, type Track } from './race-track.ts';

let opened: GroupBuys | undefined;

/** The stores of one merchant, for all races; a deal of its own for each. */
async function yardOf(track: Track): Promise<GroupBuys> {
  // who is logged in when it is asked
  const owner: Client = {
    call: (...said) => track.owner.call(...said),
    request: (...said) => track.owner.request(...said),
  };
  opened ??= await openGroupBuys(track.arcade.server, owner);
  return opened;
}

const coins = { kind: 'coin', amount: 8 } as const;

/** A code that was looked up, and the phone it shall be given to. */
async function lookedUp(track: Track, platform: Platform = 'douyin') {
  const yard = await yardOf(track);
  const deal = await yard.deal(platform, coins);
  const code = yard.sell(platform, deal.dealId);
  const phone = yard.phone();
  const { id } = await yard.prepare(platform, code, track.owner);
  return { yard, code, phone, id };
}

/** What the platform owes is never in the wallet: nothing of it can be withdrawn. */
export const groupBuyRaces: Races = {
  async 'groupbuys.verifyCode'(track) {
    const { yard, phone, id } = await lookedUp(track);
    expect(await track.race(() => track.owner.call(calls.verifyCode, { id, phone }))).toBe(1);
    expect(await yard.held(phone)).toBe(coins.amount);
  },
  async 'groupbuys.redeemOwnCode'(track) {
    const yard = await yardOf(track);
    const deal = await yard.deal('meituan', coins);
    const { client } = await yard.guest();
    const asked = {
      fieldId: yard.siteId,
      platform: 'meituan' as const,
      code: yard.sell('meituan', deal.dealId),
    };
    const { id } = await client.call(calls.prepareOwnCode, asked);
    expect(await track.race(() => client.call(calls.redeemOwnCode, { id }))).toBe(1);
    expect((await client.call(calls.listOwnVerifications, {})).total).toBe(1);
  },
  async 'groupbuys.cancelVerification'(track) {
    const { yard, phone, id } = await lookedUp(track);
    await track.owner.call(calls.verifyCode, { id, phone });
    const cancel = () => track.owner.call(calls.cancelVerification, { id, reason: 'race' });
    expect(await track.race(cancel)).toBe(1);
    expect(await yard.held(phone)).toBe(0);
  },
  async 'groupbuys.askAgain'(track) {
    const { yard, phone, id } = await lookedUp(track);
    yard.control('douyin').trouble({ lostShare: 1 });
    await track.owner.call(calls.verifyCode, { id, phone });
    yard.control('douyin').trouble({});
    await track.race(() => track.owner.call(calls.askAgain, { id }));
    expect(await yard.held(phone)).toBe(coins.amount);
  },
  async 'groupbuys.compareDay'(track) {
    // of Meituan no notice comes: the records alone tell of the refund
    const { yard, code, phone, id } = await lookedUp(track, 'meituan');
    await track.owner.call(calls.verifyCode, { id, phone });
    await yard.control('meituan').refund(code);
    const day = businessDay(track.arcade.server.clock.now());
    const compare = () => track.owner.call(calls.compareDay, { platform: 'meituan', day });
    expect(await track.race(compare)).toBe(atOnce);
    expect(await yard.held(phone)).toBe(0);
    expect((await yard.rows({ id })).map(({ state }) => state)).toEqual(['cancelled']);
  },
};
