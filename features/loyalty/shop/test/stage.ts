import { issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import { handoverContract } from '#features/loyalty/handover/contract.ts';
import { stageOf } from '#features/loyalty/stock/test/stage.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { type Arcade, automaticSite } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { shopContract } from '../contract.ts';

export const fieldId = automaticSite;
/** the store of the demo that hands out there */
export const storeId = demoId('stock store:shop');

let made = 0;

/** Goods of the arcade's merchant for money, and people who buy them. */
export const shopStage = (arcade: Arcade) => {
  const { services } = arcade.server;
  const stock = async () => stageOf(await arcade.staff());
  /** somebody whom nobody knows yet */
  const person = async (): Promise<{ id: string; client: Client }> => {
    made += 1;
    const openId = `shop guest ${made}`;
    const player = await services.db.transaction((tx) =>
      rememberPlayer(tx, { platform: 'wechat', appId: 'shop', openId, name: openId }),
    );
    return { id: player.id, client: arcade.server.withToken(await issuePlayerToken(services, player)) };
  };
  return {
    /** a good with so many pieces in the shop */
    async good(pieces: number, fields: Parameters<ReturnType<typeof stageOf>['addGood']>[0] = {}) {
      const stage = await stock();
      const good = await stage.addGood({ pricePoints: 0, priceFen: 1000, ...fields });
      if (pieces > 0) await stage.receive(storeId, good.variantId, pieces, 400);
      return good;
    },
    level: async (variantId: string) => {
      const level = await (await stock()).levelOf(storeId, variantId);
      return { onHand: level?.onHand, free: level?.free };
    },
    guest: async (): Promise<Client> => (await person()).client,
    person,
    put: (client: Client, variantId: string, pieces: number) =>
      client.call(shopContract.setCartLine, { fieldId, variantId, pieces }),
    cart: (client: Client) => client.call(shopContract.readCart, { fieldId }),
    /** orders at the price the server says, one thing at once or the cart */
    async order(
      client: Client,
      direct: { variantId?: string; pieces?: number } = {},
      more: Partial<InputOf<typeof shopContract.orderGoods>> = {},
    ) {
      const { totalFen } = await client.call(shopContract.readCheckout, { fieldId, ...direct });
      return client.call(shopContract.orderGoods, {
        fieldId,
        ...direct,
        way: 'pickup',
        payWay: 'wechat',
        totalFen: Math.max(1, totalFen),
        requestId: newId(),
        ...more,
      });
    },
    claim: (client: Client, orderNumber: string) =>
      client.call(handoverContract.readOwnHandover, { orderNumber }),
    /** what all proofs of all features find wrong */
    async broken(): Promise<string[]> {
      const { checks } = await prove(services.db, arcade.server.clock.now(), services.booksChecks);
      return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
    },
  };
};
