import { siteIdsOf, tenantBrand } from '#features/base/accounts/server/public.ts';
import { siteTerms } from '#features/base/sites/server/public.ts';
import { type CommandView, readCommands, signLabel } from '#features/machines/devices/server/public.ts';
import { readSubjectEntries } from '#features/money/ledger/server/public.ts';
import { findPayments } from '#features/money/payments/server/public.ts';
import {
  type FigureWay,
  figureWays,
  type IncomeSource,
} from '#features/selling/figures/contract/measures.ts';
import {
  type IncomeSum,
  incomeLines,
  onlinePayWays,
  openDay,
  sumOf,
  sumsBy,
} from '#features/selling/figures/server/public.ts';
import type { Days } from '#kit/kernel/days.ts';
import { missing, unauthorized } from '#kit/kernel/errors.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Context, Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { mayUse } from '#kit/server/session.ts';
import { view } from '../../contract/kinds.ts';
import type { OrderFilters } from '../../contract/lists.ts';
import type { OrderStep } from '../../contract/pay.ts';
import type { ordersContract } from '../../contract.ts';
import { titleOf } from '../../rules/order-names.ts';
import { deviceFulfilment } from '../delivering/device-fulfilment.ts';
import { readFaultNotes } from '../delivering/fault-notes.ts';
import { choicesOf, dueBack } from '../delivering/faults.ts';
import { findByNumber, findOrder, readEvents, readRefunds } from '../order-queries.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { explainOrder } from '../registry.ts';
import { entryAccount, shownEntries } from './entry-names.ts';
import { sumEntriesOf } from './income-entries.ts';
import {
  areFigures,
  besideDays,
  type ListRequest,
  type Narrowed,
  pageOrders,
  sumPaid,
  usualRange,
} from './order-list-queries.ts';
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

const sayFor =
  ({ services, language }: Pick<Context, 'services' | 'language'>): Say =>
  (key, params) =>
    services.texts.say(language, key, params);

/** Nothing to explain: the machine's own price. */
const ownPrice = { priceVersion: null, priceLines: [] };

async function priceReasonsOf(context: Pick<Context, 'services' | 'db' | 'language'>, order: OrderRow) {
  const found = await explainOrder(context.services, context.db.read, order, sayFor(context));
  return found ? { priceVersion: found.version, priceLines: found.lines } : ownPrice;
}

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

const isFigureWay = (payWay: string): payWay is FigureWay =>
  (figureWays as readonly string[]).includes(payWay);

/** Ways of paying that a list asks for and that bring money. */
function waysAsked({ payWay, online, unit }: OrderFilters): FigureWay[] {
  if (unit && unit !== 'fen') return [];
  return figureWays.filter(
    (way) => (!payWay || way === payWay) && (!online || (onlinePayWays as readonly string[]).includes(way)),
  );
}

/** Income of the days by pay way: from figures, or order by order where somebody asks for what they do not tell apart. */
async function incomeByWay(
  { db, session: { scope } }: StaffCall,
  input: OrderFilters,
  days: Days,
): Promise<(IncomeSum & { source: IncomeSource })[]> {
  if (!areFigures(input)) return sumEntriesOf(db.read, scope, days, await besideDays(db.read, input));
  const { fieldId, equipmentId } = input;
  return incomeLines(db.read, scope, {
    ...days,
    sources: waysAsked(input),
    ...(fieldId && { siteIds: [fieldId] }),
    ...(equipmentId && { deviceIds: [equipmentId] }),
  });
}

export const readShares: Handler<typeof ordersContract.readShares> = async (context, input) => {
  const days = usualRange(input, await openDay(context, input.fieldId));
  const [paid, lines] = await Promise.all([
    sumPaid(context.db.read, context.session.scope, { ...input, ...days }),
    incomeByWay(context, input, days),
  ]);
  const ways = [...Map.groupBy(lines, ({ source }) => source)];
  return {
    ...days,
    paid,
    income: sumOf(lines),
    shares: ways
      .flatMap(([source, own]) =>
        isFigureWay(source) ? [{ payWay: source, incomeFen: sumOf(own).incomeFen }] : [],
      )
      .sort((a, b) => b.incomeFen - a.incomeFen),
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
  const [[record], events, refunds, entries, price] = await Promise.all([
    toRecords(reader, scope, [order], say),
    readEvents(reader, order.tenantId, order.id),
    readRefunds(reader, order.tenantId, order.id),
    readSubjectEntries(reader, order.tenantId, { kind: subjectKind, id: order.id }),
    priceReasonsOf(context, order),
  ]);
  if (!record) throw missing();
  return {
    ...record,
    ...causeOf(order.fault, say),
    items: itemsOf(order, say),
    ...price,
    timeline: toTimeline(events, say),
    refunds: refunds.map((refund) => toRefund(refund, order.unit, say)),
    entries: shownEntries(entries, order.tenantId, context.session).map((entry) => ({
      at: entry.at,
      kind: entry.kind,
      what: context.services.texts.has(context.language, `wallet:kind.${entry.kind}`)
        ? say(`wallet:kind.${entry.kind}`)
        : say('wallet:kind.other'),
      account: entryAccount(entry.account, say),
      unit: entry.account.unit === 'fen' ? ('fen' as const) : ('coin' as const),
      amount: entry.amount,
    })),
    can: choicesOf(order),
    dueBack: dueBack(order, refunds),
  };
};

const stepOfCommand: Record<CommandView['state'], OrderStep> = {
  queued: 'paid',
  sent: 'sent',
  accepted: 'accepted',
  done: 'done',
  failed: 'done',
  expired: 'done',
  unknown: 'sent',
};

/** How far an order has come, for the player before the machine. */
async function stepOf(reader: Reader, order: OrderRow): Promise<OrderStep> {
  if (order.state === 'created' || order.state === 'closed') return 'unpaid';
  if (order.state !== 'fulfilling') return order.state === 'paid' ? 'paid' : 'done';
  if (!order.commandId) return 'paid';
  const [command] = await readCommands(reader, ownScope(order), [order.commandId]);
  // of several commands the next follows at once: nothing is done before the order is
  const step = command ? stepOfCommand[command.state] : 'paid';
  return step === 'done' ? 'accepted' : step;
}

/** Signed as on its label: a player who comes back this way is no reason to print a new one. */
const machinePathOf = ({ secrets }: Services, { deviceCode }: OrderRow): string | null =>
  deviceCode &&
  `/index?${new URLSearchParams({ equipmentId: deviceCode, s: signLabel(secrets, deviceCode) })}`;

/** The person who pays, or staff who may see it; for everybody else there is no such order. */
export async function payersOrder(context: Context, number: string): Promise<OrderRow> {
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
  const [events, price, step] = await Promise.all([
    readEvents(context.db.read, order.tenantId, order.id),
    priceReasonsOf(context, order),
    stepOf(context.db.read, order),
  ]);
  return {
    ...amountsOf(order),
    orderId: order.id,
    orderNumber: order.number,
    kind: order.kind,
    title: titleOf(order.items, say),
    createdAt: order.createdAt,
    faulty: order.faultState === 'unsolved',
    step,
    byMachine: order.fulfilment.name === deviceFulfilment,
    equipmentNo: order.deviceNumber,
    machinePath: machinePathOf(context.services, order),
    ...price,
    timeline: toTimeline(events, say),
  };
};

export const readReceipt: Handler<typeof ordersContract.readReceipt> = async (context, input) => {
  const order = await payersOrder(context, input.orderNumber);
  const reader = context.db.read;
  const say = sayFor(context);
  const [merchant, site, payments] = await Promise.all([
    tenantBrand(reader, order.tenantId),
    order.siteId ? siteTerms(reader, ownScope(order), order.siteId) : undefined,
    findPayments(reader, order.tenantId, { kind: subjectKind, id: order.id }),
  ]);
  return {
    ...amountsOf(order),
    ...machineOf(order, say),
    orderNumber: order.number,
    merchantName: merchant.name,
    merchantLogo: merchant.logo,
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
  const { read } = context.db;
  const { scope } = context.session;
  const [first, last] = input.dates?.split(',') ?? [];
  const to = last ?? (await openDay(context, input.fieldId));
  const from = first ?? addDays(to, 1 - (input.days ?? usualDays));
  const own = input.userId ? await siteIdsOf(read, scope, input.userId) : null;
  const asked = input.fieldId ? [input.fieldId] : undefined;
  // an account that nobody knows works nowhere; null: it sees all sites
  const siteIds = own === null ? asked : (own ?? []).filter((id) => !asked || asked.includes(id));
  const sources = [...onlinePayWays, 'balance'] as const;
  const lines = await incomeLines(read, scope, { from, to, siteIds, sources });
  const ofBalances = sumsBy(
    lines.filter(({ source }) => source === 'balance'),
    ({ day }) => day,
  );
  const online = sumsBy(
    lines.filter(({ source }) => source !== 'balance'),
    ({ day }) => day,
  );
  return [...new Set(lines.map(({ day }) => day))].toSorted().map((day) => ({
    day,
    ...(online.get(day) ?? sumOf([])),
    balanceFen: ofBalances.get(day)?.incomeFen ?? 0,
  }));
};
