/** Joining and deleting are no way around what guards a purse, nor around what a person may have once. */
import { describe, expect, it } from 'vitest';
import { findPlayer } from '#features/base/players/server/public.ts';
import { grantCard } from '#features/loyalty/cards/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { firstSite, type hallOf } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { daysPass, leave, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { lastPaidAt } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { hourMs, secondMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { identitiesContract as calls } from '../contract.ts';
import { joinDue } from '../server/ask-join.ts';
import type { Twins, twinsOf } from './twins.ts';

interface Stage {
  server: () => TestServer;
  merchant: () => Client;
  hall: () => ReturnType<typeof hallOf>;
  /** waits until the merchant's figures say so */
  known: (playerId: string, paidFen: number) => Promise<void>;
  balanceOf: (playerId: string) => Promise<{ balanceFen: number; coins: number }>;
  /** whom a code on that phone lets in */
  logsIn: (phone: string) => Promise<string>;
  people: ReturnType<typeof twinsOf>;
}

export function guardCases({ server, merchant, hall, known, balanceOf, logsIn, people }: Stage): void {
  const { twoRecords, clientOf, bothProven, timeComes } = people;

  describe('a payment password', () => {
    const password = '135790';
    const other = '246801';
    const joinWith = async ({ wechat, alipay }: Twins, passwords: object) => {
      const client = await clientOf(wechat);
      const { seen, ...asked } = await client.call(calls.previewOwnJoin, { playerId: alipay });
      return {
        asked,
        told: await refusalOf(client.call(calls.joinOwn, { playerId: alipay, seen, ...passwords })),
      };
    };
    const rowOf = async (playerId: string) =>
      (
        await server().services.db.raw`
          select free_fen::int, failures, locked_until is not null as locked, phone
          from player_pay_password where player_id = ${playerId}`
      )[0];

    it('of either side is asked for before they are joined, and stays: whose purse it was is not thrown open', async () => {
      const twins = await bothProven();
      const { wechat, alipay } = twins;
      await hall().topUp(alipay, 4000);
      const theirs = await clientOf(alipay);
      await theirs.call(playerAppContract.setPayPassword, { password });
      expect((await joinWith(twins, {})).told).toBe('identities:error.otherPassword');
      expect(await joinWith(twins, { otherPassword: other })).toMatchObject({
        asked: { needsPassword: false, otherNeedsPassword: true },
        told: 'playerapp:error.wrongPassword',
      });
      expect(await balanceOf(wechat)).toEqual({ balanceFen: 0, coins: 0 });
      expect((await joinWith(twins, { otherPassword: password })).told).toBe('done');
      expect(await balanceOf(wechat)).toEqual({ balanceFen: 4000, coins: 0 });
      expect(await rowOf(wechat)).toMatchObject({ phone: twins.phone });
    });

    it('of both sides are asked for; the stricter limits and the tries of either hold afterwards', async () => {
      const twins = await bothProven();
      const { wechat, alipay } = twins;
      const [own, theirs] = [await clientOf(wechat), await clientOf(alipay)];
      await own.call(playerAppContract.setPayPassword, { password });
      await theirs.call(playerAppContract.setPayPassword, { password: other });
      await theirs.call(playerAppContract.savePayPasswordLimits, {
        password: other,
        freeFen: 100,
        freeCoins: 0,
      });
      expect((await joinWith(twins, { password })).told).toBe('identities:error.otherPassword');
      expect((await joinWith(twins, { password, otherPassword: password })).told).toBe(
        'playerapp:error.wrongPassword',
      );
      await server().services.db.raw`
        update player_pay_password set failures = 3 where player_id = ${wechat}`;
      expect((await joinWith(twins, { password, otherPassword: other })).told).toBe('done');
      expect(await rowOf(wechat)).toMatchObject({ free_fen: 100, locked: false });
    });

    it('is typed by nobody else: staff join no member who has one', async () => {
      const twins = await bothProven();
      const { wechat, alipay } = twins;
      for (const id of [wechat, alipay]) {
        await hall().topUp(id, 100);
        await known(id, 100);
      }
      await (await clientOf(alipay)).call(playerAppContract.setPayPassword, { password });
      const pair = { playerId: wechat, otherId: alipay };
      expect(await refusalOf(merchant().call(calls.previewMemberJoin, pair))).toBe(
        'identities:error.passwordThere',
      );
      const { twins: shown } = await merchant().call(calls.readMemberJoins, { playerId: wechat });
      expect(shown).toMatchObject([{ playerId: alipay, password: true }]);
    });
  });

  describe('joining where there is much to lose', () => {
    const asks = async ({ wechat, alipay }: Twins) => {
      const client = await clientOf(wechat);
      const { seen, waitHours } = await client.call(calls.previewOwnJoin, { playerId: alipay });
      expect(waitHours).toBe(24);
      return client.call(calls.joinOwn, { playerId: alipay, seen });
    };

    it('waits a day and tells every phone; either side calls it off, and then it never happens', async () => {
      const twins = await bothProven();
      const { wechat, alipay } = twins;
      await hall().topUp(wechat, 6000);
      // the phone of before hears of it too
      await server().services.db.raw`update player set phone_before = '13600009999' where id = ${wechat}`;
      const told = server().messages.length;
      const asked = server().clock.now().getTime();
      const { id, waitsUntil } = await asks(twins);
      expect(new Date(waitsUntil!).getTime()).toBeGreaterThanOrEqual(asked + 24 * hourMs);
      expect(
        server()
          .messages.slice(told)
          .map(({ phone, templateCode }) => [phone, templateCode]),
      ).toEqual([
        [twins.phone, 'SMS_GUARD'],
        ['13600009999', 'SMS_GUARD'],
      ]);
      expect(await asks(twins)).toMatchObject({ id });
      await joinDue(server().services);
      expect(await balanceOf(alipay)).toEqual({ balanceFen: 0, coins: 0 });
      const theirs = await clientOf(alipay);
      expect((await theirs.call(calls.readOwnIdentities, {})).waiting).toMatchObject([{ id }]);
      const stranger = await clientOf((await twoRecords()).wechat);
      expect(await refusalOf(stranger.call(calls.callOffOwnJoin, { id }))).toBe('kit:error.notFound');
      await theirs.call(calls.callOffOwnJoin, { id });
      expect(await timeComes(id)).toBe('');
      expect(await balanceOf(alipay)).toEqual({ balanceFen: 0, coins: 0 });
      expect((await findPlayer(server().services.db.read, alipay))?.joinedTo).toBeNull();
    });

    it('is done once when its time has come, by whichever server looks first', async () => {
      const twins = await bothProven();
      const { wechat, alipay } = twins;
      await hall().topUp(alipay, 6000);
      const { id } = await asks(twins);
      await server().services.db.raw`
        update player_join_wish set due_at = ${server().clock.now().toISOString()} where id = ${id}`;
      await Promise.all([joinDue(server().services), joinDue(server().services)]);
      await joinDue(server().services);
      expect(await balanceOf(wechat)).toEqual({ balanceFen: 6000, coins: 0 });
      expect(
        await server().services.db.raw`select 1 from player_join where from_player = ${alipay}`,
      ).toHaveLength(1);
      await expectBooksRight(server());
    });

    it('a payment password that was set meanwhile is a no', async () => {
      const twins = await bothProven();
      await hall().topUp(twins.alipay, 6000);
      const { id } = await asks(twins);
      server().clock.forward(secondMs);
      await (await clientOf(twins.alipay)).call(playerAppContract.setPayPassword, { password: '135790' });
      expect(await timeComes(id)).toBe('');
      expect(await balanceOf(twins.alipay)).toEqual({ balanceFen: 6000, coins: 0 });
    });
  });

  describe('who deleted the account and comes back', () => {
    it('is known for what may be had once, and for nothing else', async () => {
      const { db } = server().services;
      const twins = await bothProven();
      const { wechat, phone } = twins;
      const typeId = demoId('card-type:畅玩月卡');
      await db.raw`update card_type set per_player = 1 where id = ${typeId}`;
      const given = (playerId: string) =>
        refusalOf(
          db.transaction((tx) =>
            grantCard(tx, {
              tenantId: demoTenants.merchant,
              siteId: firstSite,
              playerId,
              typeId,
              source: 'voucher',
              reason: 'code',
              now: server().clock.now(),
            }),
          ),
        );
      expect(await given(wechat)).toBe('done');
      await hall().topUp(wechat, 500);
      await phoneKnownForDays(server(), wechat);
      await leave(server(), await clientOf(wechat), { balanceFen: 500, cards: 1 });
      await daysPass(server(), wechat);
      const kept = await db.raw<{ hash: string }[]>`select * from player_trace where former_id = ${wechat}`;
      expect(kept.length).toBeGreaterThan(0);
      expect(JSON.stringify(kept)).not.toContain(phone);
      const back = await logsIn(phone);
      expect(back).not.toBe(wechat);
      expect(await given(back)).toBe('cards:refused.limitReached');
      expect(await lastPaidAt(db.read, demoTenants.merchant, back)).not.toBeNull();
      expect(await balanceOf(back)).toEqual({ balanceFen: 0, coins: 0 });
      expect((await (await clientOf(back)).call(ordersContract.listOwnOrders, {})).records).toEqual([]);
      // somebody else had neither
      const stranger = (await twoRecords()).wechat;
      expect(await given(stranger)).toBe('done');
      expect(await lastPaidAt(db.read, demoTenants.merchant, stranger)).toBeNull();
      await db.raw`update card_type set per_player = null where id = ${typeId}`;
    });
  });
}
