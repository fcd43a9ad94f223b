import { rememberPlayer } from '#features/base/players/server/public.ts';
import { createOrder } from '#features/selling/orders/server/public.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';

export const tenantId = demoTenants.merchant;
export const [firstSite, secondSite] = [demoId('site:merchant:1'), demoId('site:merchant:2')] as const;

let guests = 0;

/** A hall whose guests buy value for later at the counter: the shortest way to a member. */
export const hallOf = (server: TestServer) => ({
  async guest(more: { name?: string; phone?: string } = {}): Promise<string> {
    guests += 1;
    const player = await server.services.db.transaction((tx) =>
      rememberPlayer(tx, {
        platform: 'wechat',
        appId: 'hall',
        openId: `guest ${guests}`,
        name: `guest ${guests}`,
        ...more,
      }),
    );
    return player.id;
  },
  topUp: (playerId: string, amount: number, siteId: string = firstSite, tenant: string = tenantId) =>
    server.services.db.transaction((tx) =>
      createOrder(tx, server.services, {
        tenantId: tenant,
        siteId,
        kind: 'topup',
        payWay: 'counter',
        amount,
        items: [{ name: 'orders:item.topup.balance', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'player',
        playerId,
        user: { id: demoId('user:manager'), name: 'tester' },
      }),
    ),
});
