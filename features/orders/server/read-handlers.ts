import { tenantName } from '#features/accounts/server/public.ts';
import { readSubjectEntries } from '#features/ledger/server/public.ts';
import { findPayments } from '#features/payments/server/public.ts';
import { siteTerms } from '#features/sites/server/public.ts';
import { missing, unauthorized } from '#kit/kernel/errors.ts';
import { businessDay, dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Context, Handler } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import { mayUse } from '#kit/server/session.ts';
import { view } from '../contract/kinds.ts';
import type { ordersContract } from '../contract.ts';
import { titleOf } from '../order-names.ts';
import { entryAccount, shownEntries } from './entry-names.ts';
import { readFaultNotes } from './fault-notes.ts';
import { choicesOf } from './faults.ts';
import { sumIncome } from './income.ts';
import { type ListRequest, type Narrowed, pageOrders, sumByPayWay } from './order-list-queries.ts';
import { findByNumber, findOrder, readEvents, readRefunds } from './order-queries.ts';
import {
  amountsOf,
  causeOf,
  itemsOf,
  machineOf,
  ownScope,
  type Say,
  toRecords,
  toRefund,
  toTimeline,
} from './order-records.ts';
import { type OrderRow, subjectKind } from './order-types.ts';

const sayFor =
  ({ services, language }: Pick<Context, 'services' | 'language'>): Say =>
  (key, params) =>
    services.texts.say(language, key, params);

type StaffCall = Parameters<Handler<typeof ordersContract.listOrders>>[0];

async function list(context: StaffCall, input: ListRequest, narrowed: Narrowed = {}) {
  const { scope } = context.session;
  const { rows, ...page } = await pageOrders(context.db.read, scope, input, narrowed);
  return { ...page, records: await toRecords(context.db.read, scope, rows, sayFor(context)) };
}

export const listOrders: Handler<typeof ordersContract.listOrders> = (context, input) => list(context, input);
export const listPlays: Handler<typeof ordersContract.listPlays> = (context, input) =>
  list(context, input, { deviceOnly: true });
export const listCabinetPlays: Handler<typeof ordersContract.listCabinetPlays> = (context, input) =>
  list(context, input, { cabinetOnly: true });

export const listFaults: Handler<typeof ordersContract.listFaults> = async (context, input) => {
  const { faultState, ...filter } = input;
  const page = await list(context, filter, { faultState });
  const notes = await readFaultNotes(
    context.db.read,
    context.session.scope,
    page.records.map(({ id }) => id),
  );
  const say = sayFor(context);
  return {
    ...page,
    records: page.records.map((record) => {
      const { cause, advice } = causeOf(record.fault, say);
      return { ...record, cause, help: notes.get(record.id) ?? advice };
    }),
  };
};

export const readShares: Handler<typeof ordersContract.readShares> = async (context, input) => {
  const today = businessDay(context.clock.now());
  const { from, to, sums } = await sumByPayWay(context.db.read, context.session.scope, input, today);
  const total = (name: 'orders' | 'paidFen' | 'refundedFen' | 'feeFen') =>
    sums.reduce((sum, line) => sum + line[name], 0);
  return {
    from,
    to,
    orders: total('orders'),
    paidFen: total('paidFen'),
    refundedFen: total('refundedFen'),
    feeFen: total('feeFen'),
    shares: sums,
  };
};

export const readOrder: Handler<typeof ordersContract.readOrder> = async (context, input) => {
  const reader = context.db.read;
  const { scope } = context.session;
  const order = input.orderNumber
    ? await findByNumber(reader, scope, input.orderNumber)
    : input.id && ((await findOrder(reader, scope, input.id)) as OrderRow);
  if (!order) throw missing();
  const say = sayFor(context);
  const [[record], events, refunds, entries] = await Promise.all([
    toRecords(reader, scope, [order], say),
    readEvents(reader, order.tenantId, order.id),
    readRefunds(reader, order.tenantId, order.id),
    readSubjectEntries(reader, order.tenantId, { kind: subjectKind, id: order.id }),
  ]);
  if (!record) throw missing();
  return {
    ...record,
    ...causeOf(order.fault, say),
    items: itemsOf(order, say),
    timeline: toTimeline(events, say),
    refunds: refunds.map((refund) => toRefund(refund, order.unit, say)),
    entries: shownEntries(entries, order.tenantId, context.session).map((entry) => ({
      at: entry.at,
      kind: entry.kind,
      account: entryAccount(entry.account, say),
      unit: entry.account.unit === 'fen' ? ('fen' as const) : ('coin' as const),
      amount: entry.amount,
    })),
    can: choicesOf(order),
  };
};

/** The person who pays, or staff who may see it; for everybody else there is no such order. */
async function payersOrder(context: Context, number: string): Promise<OrderRow> {
  const { session } = context;
  if (!session) throw unauthorized();
  const order = await findByNumber(context.db.read, platformScope, number);
  if (!order) throw missing();
  if (session.kind === 'player') {
    if (order.playerId !== session.playerId) throw missing();
    return order;
  }
  if (order.tenantId !== session.tenantId) throw missing();
  if (order.userId === session.userId) return order;
  if (!mayUse(session, view)) throw missing();
  return (await findOrder(context.db.read, session.scope, order.id)) as OrderRow;
}

export const readOrderState: Handler<typeof ordersContract.readOrderState> = async (context, input) => {
  const order = await payersOrder(context, input.orderNumber);
  const say = sayFor(context);
  const events = await readEvents(context.db.read, order.tenantId, order.id);
  return {
    ...amountsOf(order),
    orderId: order.id,
    orderNumber: order.number,
    kind: order.kind,
    title: titleOf(order.items, say),
    createdAt: order.createdAt,
    faulty: order.faultState === 'unsolved',
    timeline: toTimeline(events, say),
  };
};

export const readReceipt: Handler<typeof ordersContract.readReceipt> = async (context, input) => {
  const order = await payersOrder(context, input.orderNumber);
  const reader = context.db.read;
  const say = sayFor(context);
  const [merchantName, site, payments] = await Promise.all([
    tenantName(reader, order.tenantId),
    order.siteId ? siteTerms(reader, ownScope(order), order.siteId) : undefined,
    findPayments(reader, order.tenantId, { kind: subjectKind, id: order.id }),
  ]);
  return {
    ...amountsOf(order),
    ...machineOf(order, say),
    orderNumber: order.number,
    merchantName: merchantName ?? '',
    fieldName: site?.name ?? null,
    address: site?.address ?? null,
    contactNumber: site?.contactNumber ?? null,
    title: titleOf(order.items, say),
    items: itemsOf(order, say),
    createdAt: order.createdAt,
    userName: order.userName,
    transactionId: payments.find(({ state }) => state === 'paid')?.transactionId ?? null,
  };
};

const usualDays = 7;

export const readIncomeByDay: Handler<typeof ordersContract.readIncomeByDay> = async (context, input) => {
  const today = businessDay(context.clock.now());
  const [from, to] = input.dates?.split(',') ?? [
    businessDay(new Date(startOfDay(today).getTime() - ((input.days ?? usualDays) - 1) * dayMs)),
    today,
  ];
  const lines = await sumIncome(context.db.read, context.session.scope, {
    payWays: ['wechat', 'alipay'],
    ...(from && { from }),
    ...(to && { to }),
    ...(input.fieldId && { siteIds: [input.fieldId] }),
    ...(input.userId && { userId: input.userId }),
  });
  const days = new Map<string, { orders: number; grossFen: number; refundFen: number; feeFen: number }>();
  for (const { day, orders, grossFen, refundFen, feeFen } of lines) {
    const sum = days.get(day) ?? { orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };
    days.set(day, {
      orders: sum.orders + orders,
      grossFen: sum.grossFen + grossFen,
      refundFen: sum.refundFen + refundFen,
      feeFen: sum.feeFen + feeFen,
    });
  }
  return [...days].map(([day, sum]) => ({
    day,
    ...sum,
    netFen: sum.grossFen - sum.refundFen - sum.feeFen,
  }));
};
