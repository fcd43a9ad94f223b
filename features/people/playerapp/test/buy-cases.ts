/** Packages of stored value, bought in the app without a machine. */
import { describe, expect, it } from 'vitest';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Arcade, automaticSite, playerId } from '#features/selling/orders/test/arcade.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { playerTopic } from '#kit/server/outbox.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { playerAppContract as calls } from '../contract.ts';

export function buyCases(arcadeOf: () => Arcade): void {
  const offersFor = async (who: 'nobody' | 'player', fieldId = automaticSite) => {
    const { server } = arcadeOf();
    const client = who === 'nobody' ? await server.as(undefined) : await arcadeOf().player();
    return client.call(calls.readStoredOffers, { fieldId });
  };

  describe('packages in the app', () => {
    it('are those of stored value, for anybody to see; who is known sees the own purse and ways to pay', async () => {
      const strangers = await offersFor('nobody');
      expect(strangers).toMatchObject({ purse: null, payWays: [], open: true });
      expect(strangers.offers.length).toBeGreaterThan(0);
      const { raw } = arcadeOf().server.services.db;
      const kinds = await raw`
        select distinct kind from price_package where id in ${raw(strangers.offers.map(({ packageId }) => packageId))}`;
      expect(kinds).toEqual([{ kind: 'stored' }]);
      const known = await offersFor('player');
      expect(known.payWays[0]).toBe('wechat');
      expect(known.purse?.coins).toBe(await arcadeOf().owned('coin'));
      expect((await offersFor('nobody', demoId('site:merchant:3'))).offers).toEqual([]);
      expect(await refusal(offersFor('nobody', newId()))).toMatchObject({ status: 404 });
    });

    it('are paid once, the coins are there with the payment, and the phone is told', async () => {
      const arcade = arcadeOf();
      const player = await arcade.player();
      const { offers } = await offersFor('player');
      const offer = offers.find(({ refusal: why }) => why === null)!;
      const before = await arcade.owned('coin');
      const heard: string[] = [];
      const deaf = arcade.server.services.live.subscribe([playerTopic(playerId)], ({ event }) =>
        heard.push(event),
      );
      const wish = {
        fieldId: automaticSite,
        cardId: offer.packageId,
        payWay: 'wechat',
        requestId: newId(),
      } as const;
      const order = await player.call(ordersContract.payForCard, wish);
      expect(order).toMatchObject({ state: 'created', amount: offer.amountFen });
      expect((await player.call(ordersContract.payForCard, wish)).orderNumber).toBe(order.orderNumber);
      expect(await arcade.owned('coin')).toBe(before);
      await arcade.pay(order.orderNumber);
      expect(await arcade.order(order.orderNumber)).toMatchObject({ state: 'fulfilled', deviceId: null });
      expect((await offersFor('player')).purse?.coins).toBe(before + offer.coins);
      await expect.poll(() => heard, soon).toContain('player.purse');
      deaf();
      expect(await arcade.broken()).toEqual([]);
    });
  });
}
