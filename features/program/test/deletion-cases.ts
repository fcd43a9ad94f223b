/** An account that is deleted while an order is being made leaves no order of nobody. */
import { describe, expect, it, vi } from 'vitest';
import { ordersContract } from '#features/orders/contract.ts';
import { registerOrderCheck } from '#features/orders/server/public.ts';
import { type Arcade, automaticSite } from '#features/orders/test/arcade.ts';
import { playersContract } from '#features/players/contract.ts';
import { holdPlayer, takePlayer } from '#features/players/server/public.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { programContract as calls } from '../contract.ts';

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
        leaving = refusalOf(client.call(calls.deleteSelf, {}));
        await vi.waitUntil(waiting, soon);
      });
      const pay = { equipmentId: machine.id, amountFen: 1000, payWay: 'wechat' } as const;
      const order = await client.call(ordersContract.payForDevice, pay);
      expect(await leaving).toBe('program:error.underWay');
      expect(await arcadeOf().order(order.orderNumber)).toMatchObject({ playerId: id, state: 'created' });
      expect(await client.call(playersContract.readSelf, {})).toMatchObject({ id });
    });

    it('leaves nobody to order for, once it is done', async () => {
      const { services } = arcadeOf().server;
      const { client, id } = await newcomer('13711114444');
      await client.call(calls.deleteSelf, {});
      expect(await services.db.transaction((tx) => holdPlayer(tx, id))).toBeUndefined();
      expect(await services.db.transaction((tx) => takePlayer(tx, id))).toBeUndefined();
      const [{ count }] = await services.db.raw<[{ count: number }]>`
        select count(*)::int from orders o join player p on p.id = o.player_id
        where p.deleted_at is not null and o.created_at > p.deleted_at`;
      expect(count).toBe(0);
    });
  });
}
