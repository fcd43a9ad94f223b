import { afterAll, beforeAll, expect, it } from 'vitest';
import { walletAccount } from '#features/wallet/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { createOrder } from '../server/create-order.ts';
import { lockOrder } from '../server/order-queries.ts';
import { refundOrder } from '../server/refund-order.ts';
import { registerFulfilment } from '../server/registry.ts';
import { settle } from '../server/settle-order.ts';
import { type Arcade, automaticSite, openArcade, playerId, tenantId } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

const rounds = 24;
const perRound = 12;

it('sales, part deliveries and refunds, many at once, leave the books right', async () => {
  const { services } = arcade.server;
  registerFulfilment(services, 'byHand', { start: async () => 'waiting' });
  const random = createRandom('orders');
  const user = { id: newId(), name: 'tester' };
  await arcade.give('fen', 10_000_000);
  await arcade.give('coin', 1_000_000);
  let operations = 0;
  let refused = 0;
  const sell = async () => {
    const payWay = random.pick(['counter', 'balance', 'coin'] as const);
    const order = await services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId: automaticSite,
        kind: 'goods',
        payWay,
        amount: random.int(1, 5000),
        items: [{ name: 'thing', quantity: 1, amount: 1 }],
        fulfilment: { name: 'byHand', plan: {} },
        settlesTo: 'earnings',
        ...(payWay === 'counter' ? { user } : { playerId }),
      }),
    );
    const part = random.int(1, order.amount);
    await services.db.transaction(async (tx) =>
      settle(tx, services, await lockOrder(tx, tenantId, order.id), part, {}),
    );
    operations += 2;
    return order;
  };
  const refund = (order: { id: string; amount: number }) =>
    services.db
      .transaction((tx) =>
        refundOrder(
          tx,
          services,
          { tenantId, id: order.id },
          {
            amount: random.int(1, order.amount),
            reason: 'random',
            automatic: false,
            user,
          },
        ),
      )
      .catch((error: unknown) => {
        // too much, or nothing left: refused, and nothing changed
        if (!(error instanceof AppError)) throw error;
        refused += 1;
      })
      .finally(() => {
        operations += 1;
      });
  for (let round = 0; round < rounds; round++) {
    const orders = await Promise.all(Array.from({ length: perRound }, sell));
    await Promise.all(Array.from({ length: perRound * 4 }, () => refund(random.pick(orders))));
  }
  expect(operations).toBeGreaterThan(1700);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(operations);
  expect(await arcade.broken()).toEqual([]);
  const account = walletAccount(tenantId, tenantId, 'cash');
  expect(await arcade.balance(account)).toBeGreaterThanOrEqual(0);
}, 240_000);
