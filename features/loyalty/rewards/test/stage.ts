import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { firstSite, hallOf, tenantId } from '#features/people/members/test/hall.ts';
import { createOrder, type NewOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';

/** A hall whose guests have phones in their hands. */
export function stageOf(server: TestServer) {
  const { services } = server;
  const hall = hallOf(server);
  const clientOf = async (playerId: string): Promise<Client> => {
    const player = await findPlayer(services.db.read, playerId);
    return server.withToken(await issuePlayerToken(services, player!));
  };
  /** somebody whom nobody knows yet */
  const guest = async (): Promise<{ playerId: string; client: Client }> => {
    const playerId = await hall.guest();
    return { playerId, client: await clientOf(playerId) };
  };
  return {
    hall,
    clientOf,
    guest,
    /** one after the other: the hall counts them as they come */
    async guests(count: number) {
      const came: Awaited<ReturnType<typeof guest>>[] = [];
      while (came.length < count) came.push(await guest());
      return came;
    },
    owned: async (playerId: string, unit: 'point' | 'ticket' | 'coin' = 'point') =>
      (await readBalances(services.db.read, [playerAccount(tenantId, playerId, firstSite, unit)]))[0]
        ?.balance ?? 0,
    /** something over the counter, at once delivered */
    buy: (playerId: string, amount: number, more: Partial<NewOrder> = {}) =>
      services.db.transaction((tx) =>
        createOrder(tx, services, {
          tenantId,
          siteId: firstSite,
          kind: 'goods',
          payWay: 'counter',
          amount,
          items: [{ name: 'orders:item.topup.balance', quantity: 1, amount }],
          fulfilment: { name: 'books', plan: {} },
          settlesTo: 'earnings',
          playerId,
          user: { id: demoId('user:manager'), name: 'tester' },
          ...more,
        }),
      ),
  };
}
