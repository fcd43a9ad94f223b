/** Staff charge a member's balance by the code on the phone. */
import { describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { orderChecks } from '#features/selling/orders/server/checks.ts';
import { type Arcade, automaticSite, manualSite, playerId } from '#features/selling/orders/test/arcade.ts';
import { shopOf } from '#features/selling/sharing/test/shop.ts';
import type { Client } from '#kit/contract/client.ts';
import { dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { playerAppContract as calls } from '../contract.ts';
import { programChecks } from '../server/checks.ts';

export function chargeCases(arcadeOf: () => Arcade): void {
  const player = () => arcadeOf().player();
  const staff = () => arcadeOf().staff();
  /** a code that was not shown before */
  const nextCode = async () => {
    arcadeOf().server.clock.forward(60 * secondMs);
    return (await (await player()).call(calls.readMemberCodes, {})).codes[0]!.code;
  };
  const charge = async (code: string, amountFen: number, by?: Client, fieldId = automaticSite) =>
    (by ?? (await staff())).call(calls.chargeMember, { code, fieldId, amountFen, reason: '两瓶矿泉水' });
  const mine = async () => (await (await player()).call(calls.readOwnCharge, {})).charge;

  describe('a charge by code', () => {
    it('takes what the member lets go without a word, once for a code, as an order that can be refunded', async () => {
      const arcade = arcadeOf();
      // nothing of today counts
      arcade.server.clock.forward(dayMs);
      await arcade.give('fen', 20_000);
      const before = await arcade.owned('fen');
      const code = await nextCode();
      const paid = await charge(code, 1200);
      expect(paid).toMatchObject({ state: 'paid', amountFen: 1200, orderNumber: expect.any(String) });
      expect(await arcade.owned('fen')).toBe(before - 1200);
      expect(await refusalOf(charge(code, 1200))).toBe('playerapp:error.chargedCode');
      expect(await refusalOf(charge(code, 800))).toBe('playerapp:error.chargedCode');
      expect(await arcade.owned('fen')).toBe(before - 1200);
      expect((await (await staff()).call(calls.identifyMember, { code })).charge).toMatchObject({
        state: 'paid',
      });
      expect(await mine()).toMatchObject({ state: 'paid', amountFen: 1200, reason: '两瓶矿泉水' });
      expect(await arcade.order(paid.orderNumber!)).toMatchObject({
        state: 'fulfilled',
        payWay: 'balance',
        playerId,
        amount: 1200,
      });
      const own = await (await player()).call(ordersContract.readOwnOrder, {
        orderNumber: paid.orderNumber!,
      });
      expect(own).toMatchObject({ title: expect.stringContaining('两瓶矿泉水'), totalAmount: 1200 });
      await (await staff()).call(ordersContract.refundByNumber, {
        orderNumber: paid.orderNumber!,
        reason: 'water was warm',
      });
      expect(await arcade.owned('fen')).toBe(before);
    });

    it('above that waits for the member: a yes pays, a no and silence do not', async () => {
      const arcade = arcadeOf();
      const before = await arcade.owned('fen');
      const asked = await charge(await nextCode(), 6000);
      expect(asked).toMatchObject({ state: 'asked', orderNumber: null });
      expect(await arcade.owned('fen')).toBe(before);
      expect(await mine()).toMatchObject({ id: asked.id, state: 'asked', needsPassword: false });
      const stranger = await arcade.player('张伟');
      expect(await refusal(stranger.call(calls.confirmCharge, { id: asked.id }))).toMatchObject({
        status: 404,
      });
      expect(await refusal(stranger.call(calls.refuseCharge, { id: asked.id }))).toMatchObject({
        status: 404,
      });
      const client = await player();
      const { orderNumber } = await client.call(calls.confirmCharge, { id: asked.id });
      expect(await client.call(calls.confirmCharge, { id: asked.id })).toEqual({ orderNumber });
      expect(await arcade.owned('fen')).toBe(before - 6000);

      const second = await charge(await nextCode(), 6000);
      await client.call(calls.refuseCharge, { id: second.id });
      expect(await refusalOf(client.call(calls.confirmCharge, { id: second.id }))).toBe(
        'playerapp:error.chargeOver',
      );
      const third = await charge(await nextCode(), 6000);
      arcade.server.clock.forward(4 * minuteMs);
      expect(await mine()).toMatchObject({ state: 'expired' });
      expect(await refusalOf((await player()).call(calls.confirmCharge, { id: third.id }))).toBe(
        'playerapp:error.chargeOver',
      );
      expect(await arcade.owned('fen')).toBe(before - 6000);
    });

    it('adds up over the day, and a member with a payment password types it', async () => {
      const arcade = arcadeOf();
      expect((await charge(await nextCode(), 3000)).state).toBe('paid');
      expect((await charge(await nextCode(), 3000)).state).toBe('asked');
      const client = await player();
      const password = '135790';
      await client.call(calls.setPayPassword, { password });
      await client.call(calls.savePayPasswordLimits, { password, freeFen: 0, freeCoins: 0 });
      const before = await arcade.owned('fen');
      const { id, state } = await charge(await nextCode(), 100);
      expect(state).toBe('asked');
      expect(await refusalOf(client.call(calls.confirmCharge, { id }))).not.toBe('done');
      expect(await refusalOf(client.call(calls.confirmCharge, { id, password: '246801' }))).toBe(
        'playerapp:error.wrongPassword',
      );
      expect(await arcade.owned('fen')).toBe(before);
      await client.call(calls.confirmCharge, { id, password });
      expect(await arcade.owned('fen')).toBe(before - 100);
      await client.call(calls.removePayPassword, { password });
    });

    it('needs the right, the site, the balance there and the code that this person scanned', async () => {
      const arcade = arcadeOf();
      const boss = await staff();
      const may = ['playerapp.identify', 'playerapp.charge'];
      const { client: clerk } = await hireStaff(arcade.server, boss, may, [manualSite]);
      const { client: onlooker } = await hireStaff(arcade.server, boss, ['playerapp.identify'], [manualSite]);
      const code = await nextCode();
      expect(await refusal(charge(code, 100, onlooker))).toMatchObject({ status: 403 });
      expect(await refusalOf(charge(code, 100, clerk, automaticSite))).toBe('sites:error.unknownSite');
      await boss.call(calls.identifyMember, { code });
      expect(await refusalOf(charge(code, 100, clerk, manualSite))).toBe('playerapp:error.usedMemberCode');
      const owned = await arcade.owned('fen', manualSite);
      expect(await refusalOf(charge(code, owned + 1, boss, manualSite))).toBe(
        'playerapp:error.memberBalance',
      );
      expect(await refusalOf(charge(code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'), 100, boss))).toBe(
        'playerapp:error.noMemberCode',
      );
      const scanned = await nextCode();
      await boss.call(calls.identifyMember, { code: scanned });
      arcade.server.clock.forward(11 * minuteMs);
      expect(await refusalOf(charge(scanned, 100))).toBe('playerapp:error.oldMemberCode');
    });

    it('is offered and paid at a site where the member owns nothing, when balances are shared', async () => {
      const arcade = arcadeOf();
      arcade.server.clock.forward(dayMs);
      const boss = await staff();
      const there = await shopOf(arcade.server).newSite();
      const may = ['playerapp.identify', 'playerapp.charge'];
      const { client: clerk } = await hireStaff(arcade.server, boss, may, [there]);
      await arcade.give('fen', 500);
      const isOffered = async () => {
        const code = await nextCode();
        return { code, ...(await clerk.call(calls.identifyMember, { code })) };
      };
      expect((await isOffered()).chargeable).toBe(false);
      await boss.call(walletContract.saveBalanceChoice, { reach: 'shared' });
      const { code, chargeable, balanceFen } = await isOffered();
      expect([chargeable, balanceFen]).toEqual([true, 0]);
      expect(await charge(code, 100, clerk, there)).toMatchObject({ state: 'paid' });
      await boss.call(walletContract.saveBalanceChoice, { reach: 'site' });
    });

    it('at the same time by two hands is one, and the books agree', async () => {
      const arcade = arcadeOf();
      arcade.server.clock.forward(dayMs);
      const code = await nextCode();
      const boss = await staff();
      const before = await arcade.owned('fen');
      const tried = await Promise.all(
        [100, 200, 300].map((amountFen) => refusalOf(charge(code, amountFen, boss))),
      );
      expect(tried.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(before - (await arcade.owned('fen'))).toBeLessThanOrEqual(300);
      const { checks } = await prove(arcade.server.services.db, arcade.server.clock.now(), [
        ...orderChecks,
        ...programChecks,
      ]);
      expect(checks.filter(({ holds }) => !holds)).toEqual([]);
      const { raw } = arcade.server.services.db;
      const add = (fen: number) => raw`
        update member_charge set amount_fen = amount_fen + ${fen} where order_number is not null`;
      await add(1);
      const again = await prove(arcade.server.services.db, arcade.server.clock.now(), programChecks);
      expect(again.checks.filter(({ holds }) => !holds).map(({ name }) => name)).toContain(
        'chargesMatchOrders',
      );
      await add(-1);
    });
  });
}
