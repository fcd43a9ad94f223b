import { setTimeout as sleep } from 'node:timers/promises';
import { ordersContract } from '#features/orders/contract.ts';
import { walletContract } from '#features/wallet/contract.ts';
import { CallError, type Client } from '#kit/contract/client.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { DemoPerson } from '#providers/demo-people.ts';
import type { Random } from '#simulators/devices/random.ts';
import type { Platforms } from './platforms.ts';

export interface Shop {
  platforms: Platforms;
  machines: readonly { id: string; type: DeviceType }[];
  players: readonly { person: DemoPerson; client: Client }[];
  /** logs in anew when the server has forgotten the last login */
  staff(account: 'merchant' | 'admin'): Promise<Client>;
  stopping: AbortSignal;
}

/** What the server has said yes to; it must be there whatever happens afterwards. */
export interface Promises {
  /** by order number: what was to be paid */
  orders: Map<string, number>;
  refunds: Set<string>;
  withdrawals: Set<string>;
  /** paid at the platform, as the person saw it */
  paid: Set<string>;
  calls: number;
  lost: number;
  refused: number;
}

export const newPromises = (): Promises => ({
  orders: new Map(),
  refunds: new Set(),
  withdrawals: new Set(),
  paid: new Set(),
  calls: 0,
  lost: 0,
  refused: 0,
});

const againMs = 150;
const callLimitMs = 10_000;

type Answer<E extends AnyEndpoint> = OutputOf<E> | undefined;

/** People in front of machines, and staff behind them, until the test ends. */
export function openShop(shop: Shop, promises: Promises, random: Random): Promise<unknown> {
  const { stopping } = shop;
  const pause = (meanMs: number, who: Random) =>
    sleep(who.exponential(meanMs), undefined, { signal: stopping }).catch(() => undefined);

  /** Says the same again, as a page does, until there is an answer; some people go away instead. */
  async function insist<E extends AnyEndpoint>(
    who: Random,
    client: () => Promise<Client>,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<Answer<E>> {
    while (!stopping.aborted) {
      promises.calls++;
      try {
        const signal = AbortSignal.timeout(callLimitMs);
        return await (await client()).call(endpoint, input, { signal });
      } catch (error) {
        if (error instanceof CallError && error.status < 500) {
          promises.refused++;
          return undefined;
        }
        promises.lost++;
        if (who.chance(0.15)) return undefined;
        await pause(againMs, who);
      }
    }
    return undefined;
  }

  async function buy(player: Shop['players'][number], who: Random): Promise<void> {
    const { person, client } = player;
    const machine = who.pick(shop.machines);
    const wanted =
      machine.type === 'exchange' ? { amountFen: who.int(1, 12) * 100 } : { number: who.int(1, 3) };
    const order = await insist(who, async () => client, ordersContract.payForDevice, {
      equipmentId: machine.id,
      payWay: person.platform,
      requestId: newId(),
      ...wanted,
    });
    if (!order) return;
    promises.orders.set(order.orderNumber, order.amount);
    // some change their mind, and are asked for nothing
    if (who.chance(0.1)) return;
    await pause(200, who);
    if (await shop.platforms.pay(order, person.openId)) promises.paid.add(order.orderNumber);
  }

  async function sell(who: Random): Promise<void> {
    const machine = who.pick(shop.machines);
    const wanted = machine.type === 'exchange' ? { amountFen: 300 } : { number: 1 };
    const order = await insist(who, () => shop.staff('merchant'), ordersContract.sellAtCounter, {
      equipmentId: machine.id,
      requestId: newId(),
      ...wanted,
    });
    if (order) promises.orders.set(order.orderNumber, order.amount);
  }

  async function giveBack(who: Random): Promise<void> {
    const numbers = [...promises.orders.keys()];
    if (numbers.length === 0) return;
    const orderNumber = who.pick(numbers);
    const refund = await insist(who, () => shop.staff('merchant'), ordersContract.refundByNumber, {
      orderNumber,
      reason: 'crash test',
      ...(who.chance(0.5) && { amount: who.int(1, 100) }),
    });
    if (refund) promises.refunds.add(refund.refundId);
  }

  async function withdraw(who: Random): Promise<void> {
    const asked = await insist(who, () => shop.staff('merchant'), walletContract.askWithdrawal, {
      amountFen: who.int(1000, 3000),
      target: 'wechat',
      requestId: newId(),
    });
    if (!asked) return;
    promises.withdrawals.add(asked.id);
    for (const action of ['take', who.chance(0.8) ? 'approve' : 'reject'] as const)
      await insist(who, () => shop.staff('admin'), walletContract.decideWithdrawal, {
        id: asked.id,
        action,
        ...(action === 'reject' && { reason: 'crash test' }),
      });
  }

  const forever = async (name: string, meanMs: number, act: (who: Random) => Promise<void>) => {
    const who = random.fork(name);
    while (!stopping.aborted) {
      await act(who);
      await pause(meanMs, who);
    }
  };
  return Promise.all([
    ...shop.players.map((player, index) => forever(`player ${index}`, 300, (who) => buy(player, who))),
    forever('counter', 1500, sell),
    forever('refunds', 1000, giveBack),
    forever('withdrawals', 2500, withdraw),
  ]);
}
