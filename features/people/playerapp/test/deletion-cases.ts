/** An account that is deleted while an order is being made leaves no order of nobody. */
import { describe, expect, it, vi } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { holdPlayer, takePlayer } from '#features/base/players/server/public.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { createOrder, registerOrderCheck } from '#features/selling/orders/server/public.ts';
import { type Arcade, automaticSite } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { playerAppContract as calls } from '../contract.ts';
import { deleteDue } from '../server/delete-player.ts';
import { daysPass, leave, phoneKnownForDays } from './leaving.ts';

export function deletionCases(arcadeOf: () => Arcade): void {
  const newcomer = async (phone: string) => {
    const { server } = arcadeOf();
    const nobody = await server.as(undefined);
    await nobody.call(playersContract.sendLoginCode, { phone });
    const code = server.messages.findLast((message) => message.phone === phone)!.params.code!;
    const { access_token, player } = await nobody.call(playersContract.logInByPhone, { phone, code });
    return { client: server.withToken(access_token), id: player.id };
  };
  const waiting = async () =>
    (await arcadeOf().server.services.db.raw`select 1 from pg_locks where not granted`).length > 0;

  describe('deleting an account while an order is being made', () => {
    it('waits for the order and then sees it', async () => {
      const { server } = arcadeOf();
      const { client, id } = await newcomer('13711113333');
      const machine = await arcadeOf().machine({ type: 'exchange', siteId: automaticSite });
      let leaving: Promise<string> | undefined;
      registerOrderCheck(server.services, async (_tx, _services, order) => {
        if (order.playerId !== id || leaving) return;
        // the order is on its way: now somebody leaves on the other phone
        leaving = refusalOf(leave(server, client));
        await vi.waitUntil(waiting, soon);
      });
      const pay = { equipmentId: machine.id, amountFen: 1000, payWay: 'wechat' } as const;
      const order = await client.call(ordersContract.payForDevice, pay);
      expect(await leaving).toBe('playerapp:error.underWay');
      expect(await arcadeOf().order(order.orderNumber)).toMatchObject({ playerId: id, state: 'created' });
      expect(await client.call(playersContract.readSelf, {})).toMatchObject({ id });
    });

    it('leaves nobody to order for, once it is done', async () => {
      const { server } = arcadeOf();
      const { services } = server;
      const { client, id } = await newcomer('13711114444');
      await leave(server, client);
      expect(await services.db.transaction((tx) => holdPlayer(tx, id))).toBeUndefined();
      await daysPass(server, id);
      expect(await services.db.transaction((tx) => holdPlayer(tx, id))).toBeUndefined();
      expect(await services.db.transaction((tx) => takePlayer(tx, id))).toBeUndefined();
      const [{ count }] = await services.db.raw<[{ count: number }]>`
        select count(*)::int from orders o join player p on p.id = o.player_id
        where p.deleted_at is not null and o.created_at > p.deleted_at`;
      expect(count).toBe(0);
    });

    it('can be taken back for days: closed at once, opened by one button, and everything is there', async () => {
      const { server, give } = arcadeOf();
      const { client, id } = await newcomer('13711116666');
      await give('fen', 5000, automaticSite, id);
      await give('point', 30, automaticSite, id);
      const asked = server.clock.now().getTime();
      const { closesAt } = await leave(server, client, { balanceFen: 5000, points: 30 });
      expect(new Date(closesAt).getTime()).toBeGreaterThanOrEqual(asked + 7 * dayMs);
      expect(server.messages.at(-1)).toMatchObject({
        phone: '13711116666',
        templateCode: 'SMS_GUARD',
      });
      expect(await refusalOf(client.call(playersContract.readSelf, {}))).toBe('kit:error.loginExpired');
      await deleteDue(server.services);
      server.clock.forward(minuteMs);
      const back = await newcomer('13711116666');
      expect(back.id).toBe(id);
      expect(await refusalOf(back.client.call(calls.readOwnMoney, {}))).toBe('kit:error.accountClosed');
      expect(await back.client.call(playersContract.readSelf, {})).toMatchObject({ closesAt });
      const opened = server.withToken(
        (await back.client.call(playersContract.takeBackAccount, {})).access_token,
      );
      expect(await opened.call(calls.readOwnMoney, {})).toMatchObject([{ balanceFen: 5000, points: 30 }]);
      await daysPass(server, id);
      expect(await opened.call(playersContract.readSelf, {})).toMatchObject({ id, closesAt: null });
    });

    it('says what a shop would pay back: of what was paid lately as much as is still there', async () => {
      const { server, give } = arcadeOf();
      const { client, id } = await newcomer('13711112222');
      const due = async () => (await client.call(calls.readLeaving, {})).refundFen;
      await give('fen', 3000, automaticSite, id);
      expect(await due()).toBe(0);
      const { tenantId } = await hallOf(server).topUp(id, 2000, automaticSite);
      expect(await due()).toBe(2000);
      await server.services.db.transaction((tx) =>
        createOrder(tx, server.services, {
          ...{
            tenantId,
            siteId: automaticSite,
            playerId: id,
            kind: 'goods',
            payWay: 'balance',
            amount: 4500,
          },
          items: [{ name: 'orders:item.topup.balance', quantity: 1, amount: 4500 }],
          fulfilment: { name: 'books', plan: {} },
          settlesTo: 'earnings',
        }),
      );
      expect(await due()).toBe(500);
      await server.services.db.raw`
        update orders set paid_at = paid_at - interval '31 days' where player_id = ${id} and pay_way = 'counter'`;
      expect(await due()).toBe(0);
    });

    it('is not done while something has come that nobody gave up; done twice it is done once', async () => {
      const { server, give } = arcadeOf();
      const { client, id } = await newcomer('13711117777');
      await leave(server, client);
      await give('fen', 800, automaticSite, id);
      await daysPass(server, id);
      const stateOf = async () =>
        (
          await server.services.db.raw<{ gone: boolean; waits: boolean }[]>`
            select deleted_at is not null as gone, closes_at > ${server.clock.now().toISOString()} as waits
            from player where id = ${id}`
        )[0];
      expect(await stateOf()).toEqual({ gone: false, waits: true });
      await Promise.all([daysPass(server, id), daysPass(server, id)]);
      await daysPass(server, id);
      expect(await stateOf()).toEqual({ gone: true, waits: null });
      expect(await arcadeOf().broken()).toEqual([]);
    });
  });

  describe('who deletes the account and comes back', () => {
    it('is no newcomer, and has spent today what was spent before', async () => {
      const { server, machine: addMachine, machineBack, pay, answer, staff, order: read } = arcadeOf();
      const phone = '13711110101';
      const first = await newcomer(phone);
      const machine = await addMachine({ type: 'exchange', siteId: demoId('site:merchant:1') });
      const owner = await staff();
      await owner.call(calls.saveMerchantLimit, { dailyFen: 1500 });
      const offer = (client: Client) =>
        client.call(ordersContract.payForDevice, {
          equipmentId: machine.id,
          packageId: demoId('package:newcomer'),
          payWay: 'wechat',
        });
      const { orderNumber } = await offer(first.client);
      await pay(orderNumber);
      const { asked } = await read(orderNumber);
      await answer(machine, { state: 'done', asked: asked!, counted: asked! });
      await phoneKnownForDays(server, first.id);
      await leave(server, first.client);
      await daysPass(server, first.id);
      server.clock.forward(minuteMs);
      const again = await newcomer(phone);
      expect(again.id).not.toBe(first.id);
      // so much time has passed that the machine may count as silent
      await machineBack(machine);
      expect(await refusalOf(offer(again.client))).toBe('packages:refused.onlyFirst');
      const more = { equipmentId: machine.id, amountFen: 1000, payWay: 'wechat' } as const;
      expect(await refusalOf(again.client.call(ordersContract.payForDevice, more))).toBe(
        'playerapp:error.merchantLimit',
      );
      await owner.call(calls.saveMerchantLimit, {});
      expect(await refusalOf(again.client.call(ordersContract.payForDevice, more))).toBe('done');
    });
  });

  describe('a log-in alone', () => {
    it('neither takes the data along nor deletes the account: a code for that very purpose, from a phone known for a day', async () => {
      const { server, give } = arcadeOf();
      const phone = '13711118888';
      const { client, id } = await newcomer(phone);
      await give('coin', 3, automaticSite, id);
      expect(await client.call(calls.readLeaving, {})).toMatchObject({ coins: 3, proof: 'code', cards: 0 });
      expect(await refusalOf(client.call(calls.exportSelf, {}))).toBe('playerapp:error.codeFirst');
      expect(await refusalOf(client.call(calls.deleteSelf, { coins: 3 }))).toBe('playerapp:error.codeFirst');
      server.clock.forward(minuteMs);
      await client.call(calls.sendOwnerCode, { purpose: 'ownData' });
      const code = server.messages.findLast((message) => message.phone === phone)!.params.code!;
      expect(await refusalOf(client.call(calls.deleteSelf, { coins: 3, code }))).toBe(
        'accounts:error.codeWrong',
      );
      expect((await client.call(calls.exportSelf, { code })).player).toMatchObject({ id });
      expect(await refusalOf(client.call(calls.exportSelf, { code }))).toBe('accounts:error.codeWrong');

      // a thief with the log-in sets another phone and password: neither proves anything today
      const strange = '13711119999';
      server.clock.forward(minuteMs);
      await client.call(calls.sendNewPhoneCode, { phone: strange });
      const sent = server.messages.findLast((message) => message.phone === strange)!.params.code!;
      await client.call(calls.changePhone, { phone: strange, code: sent });
      await client.call(calls.setPayPassword, { password: '135790' });
      const told = server.messages.filter((message) => message.phone === phone && message.params.what);
      expect(told.map(({ params }) => params.what)).toEqual(['已更换手机号', '已设置支付密码']);
      expect(await client.call(calls.readLeaving, {})).toMatchObject({ proof: 'code', phone: '137****8888' });
      expect(await refusalOf(client.call(calls.exportSelf, { password: '135790' }))).toBe(
        'playerapp:error.codeFirst',
      );
      await client.call(calls.sendOwnerCode, { purpose: 'leaving' });
      expect(server.messages.at(-1)?.phone).toBe(phone);
      server.clock.forward(dayMs);
      expect(await client.call(calls.readLeaving, {})).toMatchObject({ proof: 'password' });
      expect(await refusalOf(client.call(calls.deleteSelf, { coins: 3, password: '135791' }))).toBe(
        'playerapp:error.wrongPassword',
      );
      expect(await refusalOf(client.call(calls.deleteSelf, { coins: 3, password: '135790' }))).toBe('done');
    });
  });
}
