import { issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Arcade, automaticSite } from '#features/selling/orders/test/arcade.ts';
import { playContract } from '#features/selling/play/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { cardsContract } from '../contract.ts';

type NewType = InputOf<typeof cardsContract.saveCardType>;

let made = 0;

/** Cards of the arcade's merchant, and people who buy and use them. */
export const cardStage = (arcade: Arcade) => {
  const { services } = arcade.server;
  return {
    /** a kind of card with its own name: three plays a day for thirty days, unless told */
    async type(changes: Partial<NewType> = {}): Promise<string> {
      made += 1;
      const staff = await arcade.staff();
      const { id } = await staff.call(cardsContract.saveCardType, {
        name: `card ${made}`,
        priceFen: 9000,
        days: 30,
        dailyPlays: 3,
        ...changes,
      });
      return id;
    },
    /** somebody whom nobody knows yet */
    async guest(): Promise<Client> {
      made += 1;
      const openId = `card guest ${made}`;
      const player = await services.db.transaction((tx) =>
        rememberPlayer(tx, { platform: 'wechat', appId: 'cards', openId, name: openId }),
      );
      return arcade.server.withToken(await issuePlayerToken(services, player));
    },
    buy: (client: Client, cardId: string, more: object = {}) =>
      client.call(ordersContract.payForCard, {
        fieldId: automaticSite,
        cardId,
        payWay: 'wechat',
        requestId: newId(),
        ...more,
      }),
    /** bought with WeChat, and paid */
    async bought(client: Client, cardId: string, more: object = {}) {
      const order = await this.buy(client, cardId, more);
      await arcade.pay(order.orderNumber);
      return order;
    },
    mine: async (client: Client) => (await client.call(cardsContract.listOwnCards, {})).records,
    play: (client: Client, equipmentId: string, more: object = {}) =>
      client.call(ordersContract.payForDevice, { equipmentId, payWay: 'card', requestId: newId(), ...more }),
    left: async (client: Client, equipmentId: string) =>
      (await client.call(playContract.readOffers, { equipmentId })).passes.find(({ way }) => way === 'card')
        ?.left ?? 0,
    /** what all proofs of all features find wrong */
    async broken(): Promise<string[]> {
      const { checks } = await prove(services.db, arcade.server.clock.now(), services.booksChecks);
      return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
    },
    sold: async (orderNumber: string) => {
      const { records } = await (await arcade.staff()).call(cardsContract.listSoldCards, { size: 100 });
      const found = records.find((one) => one.orderNumber === orderNumber);
      if (!found) throw new Error(`no card of ${orderNumber}`);
      return found;
    },
  };
};
