import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { earnPoints } from '#features/loyalty/points/server/public.ts';
import { stageOf } from '#features/loyalty/stock/test/stage.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { exchangeContract as calls } from '../contract.ts';

export const tenantId = demoTenants.merchant;
export const siteId = demoId('site:merchant:1');
/** the store of that shop */
export const storeId = demoId('stock store:shop');

/** A shop with goods of a test's own, and members who have something to exchange. */
export function exchangeStage(server: TestServer, merchant: Client) {
  const { services } = server;
  const hall = hallOf(server);
  const stock = stageOf(merchant);
  const clientOf = async (playerId: string): Promise<Client> => {
    const player = await findPlayer(services.db.read, playerId);
    return server.withToken(await issuePlayerToken(services, player!));
  };
  const give = (playerId: string, unit: 'point' | 'ticket', amount: number) => {
    const id = newId();
    return services.db.transaction((tx) =>
      earnPoints(tx, [
        {
          ...{ tenantId, siteId, playerId, unit, amount },
          key: `test:${id}`,
          kind: 'test',
          subject: { kind: 'test', id },
          at: server.clock.now(),
        },
      ]),
    );
  };
  return {
    ...stock,
    hall,
    clientOf,
    give,
    /** a good of which the shop has so many */
    async good(pieces: number, fields: Parameters<typeof stock.addGood>[0] = {}) {
      const good = await stock.addGood(fields);
      if (pieces > 0) await stock.receive(storeId, good.variantId, pieces, 500);
      return good;
    },
    /** somebody with points and tickets at the shop */
    async member(points = 0, tickets = 0, more: { phone?: string } = {}) {
      const playerId = await hall.guest(more);
      if (points > 0) await give(playerId, 'point', points);
      if (tickets > 0) await give(playerId, 'ticket', tickets);
      return { playerId, client: await clientOf(playerId) };
    },
    /** at the price that is shown */
    async take(client: Client, variantId: string, more: Partial<InputOf<typeof calls.exchangeGoods>> = {}) {
      const wish = { fieldId: siteId, variantId, pieces: 1, ...more };
      const { points, tickets, amountFen } = await client.call(calls.priceExchange, {
        fieldId: wish.fieldId,
        variantId,
        pieces: wish.pieces,
      });
      return client.call(calls.exchangeGoods, {
        ...{ requestId: newId(), way: 'pickup' as const, points, tickets, amountFen },
        ...wish,
      });
    },
    own: async (client: Client) =>
      (await client.call(calls.readExchangeStore, { fieldId: siteId })).own ?? {
        points: 0,
        tickets: 0,
        balanceFen: 0,
        waiting: null,
      },
    /** a code that was not shown before */
    async memberCode(client: Client): Promise<string> {
      server.clock.forward(minuteMs);
      return (await client.call(playerAppContract.readMemberCodes, {})).codes[0]!.code;
    },
  };
}
