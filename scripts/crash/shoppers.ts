import { setTimeout as sleep } from 'node:timers/promises';
import { walletContract } from '#features/money/wallet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { CallError, type Client } from '#kit/contract/client.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { isSameAnswer } from '#kit/server/testing/say-twice.ts';
import type { DemoPerson } from '#providers/demo-people.ts';
import type { Random } from '#simulators/devices/random.ts';
import type { Platforms } from './platforms.ts';

export interface Shop {
  platforms: Platforms;
  machines: readonly { id: string; type: DeviceType }[];
  players: readonly { person: DemoPerson; client: Client }[];
  /** logs in again when the server has forgotten the last login */
  staff(account: 'merchant' | 'admin'): Promise<Client>;
  /** of all of them, as pages put it on the wire: who withdraws says it again */
  password: string;
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
  /** calls that were answered and said again, with the same request id */
  repeats: number;
  /** what the repeat of an answered call was told instead of the first answer */
  contradictions: string[];
  /** orders that somebody asked for and never had an answer to: each may exist once */
  unanswered: number;
}

export const newPromises = (): Promises => ({
  orders: new Map(),
  refunds: new Set(),
  withdrawals: new Set(),
  paid: new Set(),
  calls: 0,
  lost: 0,
  refused: 0,
  repeats: 0,
  contradictions: [],
  unanswered: 0,
});

const againMs = 150;
const callLimitMs = 10_000;
const sayAgain = 0.25;
const tooMany = 429;

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
    onGivenUp = () => {},
  ): Promise<Answer<E>> {
    const requestId = (input as { requestId?: string }).requestId ?? newRequestId();
    const call = async () =>
      (await client()).call(endpoint, input, { requestId, signal: AbortSignal.timeout(callLimitMs) });
    let isUncertain = false;
    while (!stopping.aborted) {
      promises.calls++;
      try {
        const answer = await call();
        if (who.chance(sayAgain)) await repeat(endpoint, answer, call);
        return answer;
      } catch (error) {
        if (error instanceof CallError && error.status < 500) {
          promises.refused++;
          break;
        }
        promises.lost++;
        isUncertain = true;
        if (who.chance(0.15)) break;
        await pause(againMs, who);
      }
    }
    if (isUncertain) onGivenUp();
    return undefined;
  }

  /** What was answered is said once more, perhaps to another server: it is told the same, and nothing happens. */
  async function repeat<E extends AnyEndpoint>(
    endpoint: E,
    answer: OutputOf<E>,
    call: () => Promise<OutputOf<E>>,
  ): Promise<void> {
    try {
      const again = await call();
      promises.repeats++;
      if (!isSameAnswer(endpoint, answer, again))
        promises.contradictions.push(
          `${endpoint.path} said ${JSON.stringify(answer)}, and when asked again ${JSON.stringify(again)}`,
        );
    } catch (error) {
      const isRefused = error instanceof CallError && error.status < 500 && error.status !== tooMany;
      if (isRefused) promises.contradictions.push(`${endpoint.path} is refused when said again: ${error}`);
    }
  }

  const noteUnanswered = () => {
    promises.unanswered++;
  };

  async function buy(player: Shop['players'][number], who: Random): Promise<void> {
    const { person, client } = player;
    const machine = who.pick(shop.machines);
    const wanted =
      machine.type === 'exchange' ? { amountFen: who.int(1, 12) * 100 } : { number: who.int(1, 3) };
    const wish = { equipmentId: machine.id, payWay: person.platform, requestId: newId(), ...wanted };
    const order = await insist(who, async () => client, ordersContract.payForDevice, wish, noteUnanswered);
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
    const wish = { equipmentId: machine.id, requestId: newId(), ...wanted };
    const staff = () => shop.staff('merchant');
    const order = await insist(who, staff, ordersContract.sellAtCounter, wish, noteUnanswered);
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
      password: shop.password,
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
