import { expect } from 'vitest';
import { groupBuysContract as calls } from '#features/loyalty/groupbuys/contract.ts';
import { type GroupBuys, openGroupBuys } from '#features/loyalty/groupbuys/test/stage.ts';
import type { Client } from '#kit/contract/client.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Races, Track } from './race-track.ts';

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

/** A code of Douyin that somebody verified, and the phone it was given to. */
async function verified(track: Track) {
  const yard = await yardOf(track);
  const deal = await yard.deal('douyin', coins);
  const code = yard.sell('douyin', deal.dealId);
  const phone = yard.phone();
  const { id } = await yard.prepare('douyin', code, track.owner);
  return { yard, code, phone, id };
}

/** What the platform owes is never in the wallet: nothing of it can be withdrawn. */
export const groupBuyRaces: Races = {
  async 'groupbuys.verifyCode'(track) {
    const { yard, phone, id } = await verified(track);
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
    const { yard, phone, id } = await verified(track);
    await track.owner.call(calls.verifyCode, { id, phone });
    const cancel = () => track.owner.call(calls.cancelVerification, { id, reason: 'race' });
    expect(await track.race(cancel)).toBe(1);
    expect(await yard.held(phone)).toBe(0);
  },
  async 'groupbuys.askAgain'(track) {
    const { yard, phone, id } = await verified(track);
    yard.control('douyin').trouble({ lostShare: 1 });
    await track.owner.call(calls.verifyCode, { id, phone });
    yard.control('douyin').trouble({});
    await track.race(() => track.owner.call(calls.askAgain, { id }));
    expect(await yard.held(phone)).toBe(coins.amount);
  },
  async 'groupbuys.compareDay'(track) {
    const { yard, code, phone, id } = await verified(track);
    await track.owner.call(calls.verifyCode, { id, phone });
    yard.control('douyin').trouble({ noticeLostShare: 1 });
    await yard.control('douyin').refund(code);
    yard.control('douyin').trouble({});
    const day = businessDay(track.arcade.server.clock.now());
    await track.race(() => track.owner.call(calls.compareDay, { platform: 'douyin', day }));
    expect(await yard.held(phone)).toBe(0);
    expect((await yard.rows({ id })).map(({ state }) => state)).toEqual(['cancelled']);
  },
};
