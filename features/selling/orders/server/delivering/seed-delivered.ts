import {
  type Leg,
  postTransfers,
  type TransferRequest,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { type PastPayment, seedPaidPayments } from '#features/money/payments/server/public.ts';
import { type FeeStep, feeLadder, feeParts } from '#features/money/wallet/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { after, fulfilMs } from '../../rules/deadlines.ts';
import { stepEnd } from '../../rules/device-outcome.ts';
import { writeOrder } from '../making/create-order.ts';
import { moveOrder } from '../move-order.ts';
import { costsFee, feeLegs, paysItself, settledAccount, waitingAccount } from '../order-accounts.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { writeOrders } from '../order-writes.ts';
import type { NewOrder } from '../registry-types.ts';
import { planOf } from './device-fulfilment.ts';

/** A sale of a machine in earlier days, with which nothing went wrong. */
export interface PastSale {
  request: NewOrder;
  at: Date;
  /** at the platform that was paid */
  payerId?: string | undefined;
}

/** A shop whose clock can be set back; the platforms live in the present. */
export interface PastShop {
  past: Services;
  present: Services;
  travel(at: Date): void;
}

/** A machine has answered by then. */
export const deliveryMs = 20 * secondMs;

/**
 * For demo data: many such sales at once. They take the steps of any order and move the same money by the same accounts;
 * only the hold between payment and delivery is left out, which nobody could see any more. All that moved is posted
 * together, in the order of time, so accounts read as they would have been written.
 */
export async function seedDelivered(tx: Tx, shop: PastShop, sales: readonly PastSale[]): Promise<OrderRow[]> {
  if (sales.length === 0) return [];
  const { past, travel } = shop;
  const created: OrderRow[] = [];
  for (const { request, at } of sales) {
    travel(at);
    created.push(await writeOrder(tx, past, request));
  }
  const paid = await payAll(tx, shop, sales, created);
  const movements = [...paid.values()].map(({ movement }) => movement);
  const ladderFor = ladders(tx);
  const settled: OrderRow[] = [];
  for (const [place, { at }] of sales.entries()) {
    const order = created[place] as OrderRow;
    travel(at);
    const started = start(tx, past, order, paid.get(order.id)?.id);
    travel(new Date(at.getTime() + deliveryMs));
    const ladder = await ladderFor(started);
    const delivered = deliver(tx, past, started, ladder);
    settled.push(delivered);
    movements.push(settlement(delivered, ladder, past.clock.now()));
  }
  const timeOf = ({ at }: TransferRequest) => at?.getTime() ?? 0;
  await postTransfers(
    tx,
    movements.sort((one, other) => timeOf(one) - timeOf(other)),
  );
  await writeOrders(tx);
  return settled;
}

/** Rates are those of one moment: each is asked for once. */
function ladders(tx: Tx): (order: OrderRow) => Promise<readonly FeeStep[]> {
  const known = new Map<string, Promise<readonly FeeStep[]>>();
  return async (order) => {
    if (!costsFee(order)) return [];
    const key = `${order.tenantId} ${order.payWay}`;
    const ladder = known.get(key) ?? feeLadder(tx, order.tenantId, order.payWay);
    known.set(key, ladder);
    return ladder;
  };
}

async function payAll(
  tx: Tx,
  { present }: PastShop,
  sales: readonly PastSale[],
  orders: readonly OrderRow[],
): Promise<Map<string, { id: string; movement: TransferRequest }>> {
  const requests = orders.flatMap((order, place): PastPayment[] => {
    const { request, at, payerId } = sales[place] as PastSale;
    if (paysItself(order)) return [];
    const common = {
      tenantId: order.tenantId,
      subject: { kind: subjectKind, id: order.id },
      amountFen: order.amount,
      credit: walletAccount(order.tenantId, order.walletId, 'pending'),
      paidAt: at,
    };
    if (request.user) return [{ ...common, user: request.user }];
    return [
      {
        ...common,
        channel: order.payWay as 'wechat' | 'alipay',
        description: order.title,
        ...(payerId && { payerId }),
        scene: 'jsapi',
        expiresAt: order.deadlineAt as Date,
        profitSharing: false,
      },
    ];
  });
  const seeded = await seedPaidPayments(tx, present, requests);
  return new Map(seeded.map(({ payment, movement }) => [payment.subject.id, { id: payment.id, movement }]));
}

function start(tx: Tx, past: Services, order: OrderRow, paymentId: string | undefined): OrderRow {
  const now = past.clock.now();
  const paid = moveOrder(tx, past, order, 'pay', {
    paidAmount: order.amount,
    paidAt: now,
    deadlineAt: null,
    ...(paymentId && { paymentId }),
  });
  return moveOrder(
    tx,
    past,
    paid,
    'start',
    { attempts: 1, deadlineAt: after(now, fulfilMs) },
    { data: { attempt: 1, byMachine: true } },
  );
}

/** The machine gave all that it was asked for. */
function deliver(tx: Tx, past: Services, order: OrderRow, ladder: readonly FeeStep[]): OrderRow {
  const commandId = demoId(`order-command:${order.id}`);
  const steps = planOf(order).steps.map((step) => ({
    ...step,
    commandId,
    ...stepEnd(step, { state: 'done', asked: step.asked, counted: step.asked, reason: null }),
  }));
  const counted = steps.reduce((sum, step) => sum + step.counted, 0);
  const { amount } = order;
  return moveOrder(
    tx,
    past,
    order,
    'deliver',
    {
      deadlineAt: null,
      fulfilledAmount: amount,
      feeFen: feeParts(amount, ladder).totalFen,
      feeLadder: [...ladder],
      settledAt: past.clock.now(),
      counted,
      commandId,
      fulfilment: { ...order.fulfilment, plan: { steps } },
    },
    { data: { asked: order.asked, counted, reason: '', outcome: 'done' } },
  );
}

function settlement(order: OrderRow, ladder: readonly FeeStep[], at: Date): TransferRequest {
  const fees = feeLegs(ladder, 0, order.fulfilledAmount);
  const feeFen = fees.reduce((sum, leg) => sum + leg.amount, 0);
  const legs: Leg[] = [
    { account: waitingAccount(order), amount: -order.fulfilledAmount },
    { account: settledAccount(order), amount: order.fulfilledAmount - feeFen },
    ...fees,
  ];
  return {
    key: `fulfil:${order.id}`,
    tenantId: order.tenantId,
    kind: 'settlement',
    legs,
    subject: { kind: subjectKind, id: order.id },
    note: { number: order.number },
    at,
  };
}
