import {
  addCounters,
  type CounterIncrement,
  type DeviceView,
  listDemoFleet,
} from '#features/machines/devices/server/public.ts';
import { walletAccount } from '#features/money/ledger/server/public.ts';
import { onPayments, seedPaidPayment, seedRefundDone } from '#features/money/payments/server/public.ts';
import { registerSales, walletForSale } from '#features/money/wallet/server/public.ts';
import { chanceOf, clawPrizes, isOff } from '#kit/kernel/demo-days.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay, dayMs, minuteMs, secondMs, startOfDay } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { type DemoOrder, demoOrders } from './demo/orders.ts';
import { deviceFulfilment, hearSettled, planOf } from './server/delivering/device-fulfilment.ts';
import { byBooks, byCoins } from './server/delivering/grants.ts';
import {
  deliveryMs,
  type PastSale,
  type PastShop,
  seedDelivered,
} from './server/delivering/seed-delivered.ts';
import { createOrder, writeOrder } from './server/making/create-order.ts';
import { draftOwn } from './server/making/sell.ts';
import { moveOrder } from './server/move-order.ts';
import { lockOrder, readRefunds } from './server/order-queries.ts';
import { type OrderRow, subjectKind } from './server/order-types.ts';
import { changeOrder, writeOrders } from './server/order-writes.ts';
import { hearPaid, orderPaid } from './server/paying/pay-order.ts';
import { walletSales } from './server/reading/wallet-sales.ts';
import { hearRefundEnded } from './server/refunding/end-refund.ts';
import { refundOrder } from './server/refunding/refund-order.ts';
import { registerFulfilment } from './server/registry.ts';
import type { Fulfilment, NewOrder } from './server/registry-types.ts';

/** The machines are not there yet when the shop's past is written: their answers are part of it. */
const byHistory: Fulfilment = {
  async start(tx, _services, order) {
    const { steps } = planOf(order);
    const commandId = demoId(`order-command:${order.id}`);
    const [first, ...rest] = steps;
    if (!first) return 'fulfilled';
    changeOrder(tx, order, {
      commandId,
      fulfilment: { ...order.fulfilment, plan: { steps: [{ ...first, commandId }, ...rest] } },
    });
    return 'waiting';
  },
};

/** The shop's own services, at whatever time the history has reached. */
function pastShop(present: Services): PastShop {
  let at = present.clock.now();
  const past: Services = { ...present, clock: { now: () => at } };
  registerFulfilment(past, deviceFulfilment, byHistory);
  registerFulfilment(past, 'books', byBooks);
  registerFulfilment(past, 'coins', byCoins);
  onPayments(past, {
    paid: (tx, payment) => hearPaid(tx, past, payment),
    refundEnded: (tx, refund) => hearRefundEnded(tx, past, refund),
  });
  return {
    past,
    present,
    travel(to) {
      at = to;
    },
  };
}

/** Who sells and refunds in each shop. */
const sellers = {
  merchant: { id: demoId('user:manager'), name: '孙志强' },
  merchant2: { id: demoId('user:merchant2'), name: '林晓彤' },
};

const playerOf = (name: string) => demoPeople.find((person) => person.name === name);
const playerIdOf = (name: string) => demoId(`player:${playerOf(name)?.openId}`);

/** So much of a day that has hardly begun is there all the same: what lies in the future happened a while ago. */
const ordersOfToday = 8;

interface Timed {
  plan: DemoOrder;
  at: Date;
}

/** When each was made, in that order; what today has not brought yet is left out. */
function timed(plans: readonly DemoOrder[], now: Date): Timed[] {
  const today = startOfDay(businessDay(now));
  const timeOf = ({ daysAgo, minute }: DemoOrder) =>
    new Date(today.getTime() - daysAgo * dayMs + minute * minuteMs);
  const list = plans.map((plan) => ({ plan, at: timeOf(plan) }));
  const past = list.filter(({ at }) => at < now);
  const missing = ordersOfToday - past.filter(({ plan }) => plan.daysAgo === 0).length;
  const future = list.filter(({ at }) => at >= now);
  // what waits for staff is always there
  const kept = future.filter(({ plan }, place) => place < missing || plan.waits);
  return [
    ...past,
    ...kept.map(({ plan }) => ({ plan, at: new Date(now.getTime() - (24 * 60 - plan.minute) * secondMs) })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Draft = Awaited<ReturnType<typeof draftOwn>>;

/** What is asked of a shop again and again, asked once: its machines, their prices, where its sites settle to. */
class Shelf {
  readonly #fleets: ReadonlyMap<string, readonly DeviceView[]>;
  readonly #drafts = new Map<string, Draft>();
  readonly #wallets = new Map<string, string>();

  constructor(fleets: ReadonlyMap<string, readonly DeviceView[]>) {
    this.#fleets = fleets;
  }

  /** The machine that was played; one that was off that day was not. */
  machine(plan: DemoOrder): DeviceView | undefined {
    const fitting = (this.#fleets.get(demoTenants[plan.owner]) ?? []).filter(
      ({ siteId, type, controlled, code }) =>
        controlled && siteId === demoId(plan.site) && type === plan.type && !isOff(code, plan.daysAgo),
    );
    return fitting[plan.index % Math.max(1, fitting.length)];
  }

  async draft(
    tx: Tx,
    past: Services,
    device: DeviceView,
    { wanted = {}, payWay }: DemoOrder,
  ): Promise<Draft> {
    const key = JSON.stringify([device.deviceId, wanted, payWay === 'coin']);
    const draft = this.#drafts.get(key) ?? (await draftOwn(tx, past, device, wanted, payWay));
    this.#drafts.set(key, draft);
    return draft;
  }

  async wallet(tx: Tx, tenantId: string, siteId: string): Promise<string> {
    const walletId = this.#wallets.get(siteId) ?? (await walletForSale(tx, tenantId, siteId)).walletId;
    this.#wallets.set(siteId, walletId);
    return walletId;
  }
}

async function newOrderOf(
  tx: Tx,
  past: Services,
  shelf: Shelf,
  plan: DemoOrder,
  device: DeviceView | undefined,
): Promise<NewOrder> {
  const seller = plan.payWay === 'counter' ? sellers[plan.owner] : undefined;
  const tenantId = demoTenants[plan.owner];
  const siteId = demoId(plan.site);
  const common = {
    tenantId,
    siteId,
    walletId: await shelf.wallet(tx, tenantId, siteId),
    payWay: plan.payWay,
    ...(plan.player && { playerId: playerIdOf(plan.player) }),
    ...(seller && { user: seller }),
    payer: { scene: 'jsapi' as const },
  };
  if (device) return { ...common, device, ...(await shelf.draft(tx, past, device, plan)) };
  const amount = plan.amountFen ?? 0;
  return plan.coins
    ? {
        ...common,
        kind: 'package',
        amount,
        items: [{ name: 'orders:item.coins', quantity: plan.coins, amount }],
        fulfilment: { name: 'coins', plan: { coins: plan.coins } },
        settlesTo: 'earnings',
      }
    : {
        ...common,
        kind: 'topup',
        amount,
        items: [{ name: 'orders:item.topup.balance', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'player',
      };
}

async function place(
  tx: Tx,
  { past, present }: PastShop,
  plan: DemoOrder,
  request: NewOrder,
): Promise<OrderRow> {
  if (plan.payWay !== 'wechat' && plan.payWay !== 'alipay')
    return (await createOrder(tx, past, request)) as OrderRow;
  const order = await writeOrder(tx, past, request);
  if (plan.end === 'closed') return moveOrder(tx, past, order, 'close', { deadlineAt: null });
  // the platform lives in the present: it takes no payment that has expired
  const payment = await seedPaidPayment(tx, present, {
    tenantId: order.tenantId,
    subject: { kind: subjectKind, id: order.id },
    channel: plan.payWay,
    amountFen: order.amount,
    description: order.title,
    payerId: playerOf(plan.player ?? '')?.openId ?? '',
    scene: 'jsapi',
    expiresAt: order.deadlineAt as Date,
    profitSharing: false,
    credit: walletAccount(order.tenantId, order.walletId, 'pending'),
    paidAt: past.clock.now(),
  });
  return orderPaid(tx, past, order, payment);
}

/** What the machine answered. */
async function answer(
  tx: Tx,
  past: Services,
  plan: DemoOrder,
  order: OrderRow,
  device: DeviceView,
): Promise<void> {
  const [step] = planOf(order).steps;
  if (!step?.commandId || order.state !== 'fulfilling') return;
  const { end } = plan;
  const failed = end === 'jam' || end === 'empty' || end === 'part';
  const counted = end === 'part' ? Math.floor(step.asked / 2) : failed ? 0 : step.asked;
  await hearSettled(tx, past, {
    ...pick(device, 'tenantId', 'deviceId', 'siteId', 'code', 'type'),
    id: step.commandId,
    command: step.command,
    parameters: step.parameters,
    state: end === 'silent' ? 'unknown' : failed ? 'failed' : 'done',
    asked: step.asked,
    counted: end === 'silent' ? null : counted,
    reason: end === 'silent' ? 'noAnswer' : end === 'empty' ? 'empty' : failed ? 'jam' : null,
    subjectKind,
    subjectId: order.id,
    late: false,
  });
}

async function endRefunds(tx: Tx, past: Services, order: OrderRow): Promise<void> {
  for (const refund of await readRefunds(tx, order.tenantId, order.id))
    if (refund.state === 'requested' && refund.paymentRefundId)
      await seedRefundDone(tx, past, { tenantId: order.tenantId, id: refund.paymentRefundId });
}

/** What is not simply paid and delivered takes the way of any order, step by step. */
async function sellOne(
  tx: Tx,
  shop: PastShop,
  { plan, at }: Timed,
  request: NewOrder,
  device: DeviceView | undefined,
): Promise<OrderRow> {
  const { past, present, travel } = shop;
  travel(at);
  const placed = await place(tx, shop, plan, request);
  travel(new Date(at.getTime() + deliveryMs));
  if (device) await answer(tx, past, plan, placed, device);
  if (plan.refund) {
    travel(new Date(Math.min(present.clock.now().getTime(), at.getTime() + 40 * minuteMs)));
    const settled = await lockOrder(tx, demoTenants[plan.owner], placed.id);
    await refundOrder(tx, past, placed, {
      amount: Math.ceil(settled.fulfilledAmount * plan.refund.share),
      reason: plan.refund.reason,
      automatic: false,
      user: sellers[plan.owner],
    });
  }
  await endRefunds(tx, past, placed);
  await writeOrders(tx);
  return lockOrder(tx, demoTenants[plan.owner], placed.id);
}

/** What the machine counted of an order, as it would have reported it. */
const countersOf: Partial<Record<DeviceType, readonly string[]>> = {
  claw: ['onlineCoins', 'coinsIn', 'plays', 'prizesOut'],
  lottery: ['onlineCoins', 'coinsIn', 'plays'],
  exchange: ['onlineCoins', 'coinsOut'],
};

function incrementsOf({ order, device }: Sold): CounterIncrement[] {
  const { tenantId, deviceId, siteId, code, type } = device;
  const counted = order.counted ?? 0;
  const at = order.settledAt;
  if (!at || counted === 0) return [];
  // a play may take several coins
  const plays = Math.floor(((order.items[0]?.quantity ?? 0) * counted) / (order.asked ?? counted));
  const amounts: Record<string, number> = {
    plays,
    prizesOut: clawPrizes(chanceOf(`${code} ${at.getTime()} prizes`), plays),
  };
  return (countersOf[type] ?? [])
    .map((counter) => ({ counter, amount: amounts[counter] ?? counted }))
    .filter(({ amount }) => amount > 0)
    .map(({ counter, amount }) => ({ tenantId, deviceId, siteId, code, type, counter, amount, at }));
}

interface Sold {
  order: OrderRow;
  device: DeviceView;
}

const atOnce = 400;

const part: DemoPart = {
  order: 90,
  async seed(tx, services) {
    registerSales(services, walletSales);
    const shop = pastShop(services);
    const now = services.clock.now();
    const plans = timed(demoOrders(now, services.config.demoDays), now);
    const fleets = new Map<string, DeviceView[]>();
    for (const tenantId of new Set(plans.map(({ plan }) => demoTenants[plan.owner])))
      fleets.set(tenantId, await listDemoFleet(tx, tenantScope(tenantId)));
    const shelf = new Shelf(fleets);
    const sold: Sold[] = [];
    let gathered: (PastSale & { device: DeviceView })[] = [];
    const sellGathered = async () => {
      const orders = await seedDelivered(tx, shop, gathered);
      sold.push(...gathered.map(({ device }, index) => ({ device, order: orders[index] as OrderRow })));
      gathered = [];
    };
    for (const { plan, at } of plans) {
      const device = plan.type && shelf.machine(plan);
      if (plan.type && !device) continue;
      const request = await newOrderOf(tx, shop.past, shelf, plan, device);
      if (device && plan.end === 'done' && !plan.refund) {
        const payerId = playerOf(plan.player ?? '')?.openId;
        gathered.push({ request, at, device, payerId });
        if (gathered.length === atOnce) await sellGathered();
        continue;
      }
      await sellGathered();
      const order = await sellOne(tx, shop, { plan, at }, request, device);
      if (device) sold.push({ order, device });
    }
    await sellGathered();
    await addCounters(tx, sold.flatMap(incrementsOf));
  },
};

export default part;
