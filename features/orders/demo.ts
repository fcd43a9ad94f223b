import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { onPayments, seedPaidPayment, seedRefundDone } from '#features/payments/server/public.ts';
import { walletAccount } from '#features/wallet/server/public.ts';
import { inChina, minuteMs, secondMs, startOfDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { type DemoOrder, demoOrders } from './demo/orders.ts';
import { createOrder, type NewOrder, writeOrder } from './server/create-order.ts';
import { deviceFulfilment, hearSettled, planOf } from './server/device-fulfilment.ts';
import { hearRefundEnded } from './server/end-refund.ts';
import { byBooks, byCoins } from './server/grants.ts';
import { moveOrder } from './server/move-order.ts';
import { lockOrder, readRefunds } from './server/order-queries.ts';
import { type OrderRow, subjectKind } from './server/order-types.ts';
import { changeOrder, writeOrders } from './server/order-writes.ts';
import { hearPaid, orderPaid } from './server/pay-order.ts';
import { refundOrder } from './server/refund-order.ts';
import { type Fulfilment, registerFulfilment } from './server/registry.ts';
import { draftOwn } from './server/sell.ts';

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

interface Times {
  past: Services;
  present: Services;
}

/** The shop's own services, at whatever time the history has reached. */
function pastServices(services: Services): { past: Services; travel(at: Date): void } {
  let at = services.clock.now();
  const past: Services = { ...services, clock: { now: () => at } };
  registerFulfilment(past, deviceFulfilment, byHistory);
  registerFulfilment(past, 'books', byBooks);
  registerFulfilment(past, 'coins', byCoins);
  onPayments(past, {
    paid: (tx, payment) => hearPaid(tx, past, payment),
    refundEnded: (tx, refund) => hearRefundEnded(tx, past, refund),
  });
  return {
    past,
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

/** Business hours of a day so many days ago. */
function timeOf({ daysAgo, minute }: DemoOrder, now: Date): Date {
  const today = startOfDay(inChina(now).toISOString().slice(0, 10));
  const at = new Date(today.getTime() - daysAgo * 24 * 60 * minuteMs + minute * minuteMs);
  // what would lie in the future happened a while ago
  return at < now ? at : new Date(now.getTime() - (24 * 60 - minute) * secondMs);
}

async function newOrderOf(
  tx: Tx,
  past: Services,
  plan: DemoOrder,
  device: DeviceView | undefined,
): Promise<NewOrder> {
  const seller = plan.payWay === 'counter' ? sellers[plan.owner] : undefined;
  const common = {
    tenantId: demoTenants[plan.owner],
    siteId: demoId(plan.site),
    payWay: plan.payWay,
    ...(plan.player && { playerId: playerIdOf(plan.player) }),
    ...(seller && { user: seller }),
    payer: { scene: 'jsapi' as const },
  };
  if (device)
    return { ...common, device, ...(await draftOwn(tx, past, device, plan.wanted ?? {}, plan.payWay)) };
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
  { past, present }: Times,
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
    tenantId: device.tenantId,
    deviceId: device.deviceId,
    siteId: device.siteId,
    code: device.code,
    type: device.type,
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

const part: DemoPart = {
  order: 90,
  async seed(tx, services) {
    const now = services.clock.now();
    const { past, travel } = pastServices(services);
    const plans = demoOrders()
      .map((plan) => ({ plan, at: timeOf(plan, now) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    const devices = new Map<string, DeviceView[]>();
    for (const tenantId of new Set(plans.map(({ plan }) => demoTenants[plan.owner])))
      devices.set(tenantId, await listDevices(tx, tenantScope(tenantId)));
    for (const { plan, at } of plans) {
      travel(at);
      const machines = (devices.get(demoTenants[plan.owner]) ?? []).filter(
        ({ siteId, type, controlled }) => controlled && siteId === demoId(plan.site) && type === plan.type,
      );
      const device = plan.type && machines[plan.index % Math.max(1, machines.length)];
      if (plan.type && !device) continue;
      const placed = await place(
        tx,
        { past, present: services },
        plan,
        await newOrderOf(tx, past, plan, device || undefined),
      );
      travel(new Date(at.getTime() + 20 * secondMs));
      if (device) await answer(tx, past, plan, placed, device);
      if (plan.refund) {
        travel(new Date(Math.min(now.getTime(), at.getTime() + 40 * minuteMs)));
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
    }
  },
};

export default part;
