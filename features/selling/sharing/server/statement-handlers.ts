import { and, asc, eq, isNull } from 'drizzle-orm';
import { tenantBrand, tenantNames } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { printableLogo } from '#features/base/uploads/server/public.ts';
import { type ErrorParams, missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { receiversContract } from '../contract/receivers.ts';
import type { Statement, statementsContract } from '../contract/statements.ts';
import { nextMonth } from '../rules/periods.ts';
import { shareReceivers } from '../tables.ts';
import { hasWallet } from './accounts-of.ts';
import { seesAllStatements } from './reach.ts';
import type { ReceiverRow } from './share-queries.ts';
import { statementPdf } from './statement-pdf.ts';
import {
  earnedByDay,
  entriesOf,
  keptBefore,
  type MonthDays,
  orderNumbers,
  owedBefore,
  settlementsOf,
} from './statement-queries.ts';

/** One's own, also of merchants that an agent serves; a manager of sharing sees everybody's. */
async function visibleReceivers(context: StaffContext, receiverId?: string): Promise<ReceiverRow[]> {
  const { session, db } = context;
  // An agent's receivers stand in the books of merchants: the own number is the limit, not the tenant.
  const receiver = rows(
    session.realm === 'agent' ? platformScope : tenantScope(session.tenantId),
    shareReceivers,
  );
  const own =
    session.realm === 'agent'
      ? eq(receiver.agentId, session.tenantId)
      : seesAllStatements(context)
        ? undefined
        : eq(receiver.userId, session.userId);
  return db.read
    .select()
    .from(receiver)
    .where(and(own, receiverId ? eq(receiver.id, receiverId) : isNull(receiver.removedAt)))
    .orderBy(asc(receiver.name), asc(receiver.id));
}

export const listOwnReceivers: Handler<typeof receiversContract.listOwnReceivers> = async (context) => {
  const found = await visibleReceivers(context);
  const names = await tenantNames(
    context.db.read,
    found.map(({ tenantId }) => tenantId),
  );
  return found.map(({ id, name, kind, tenantId }) => ({
    id,
    name,
    kind,
    merchantName: names.get(tenantId) ?? '',
  }));
};

type Entries = Awaited<ReturnType<typeof entriesOf>>;
const sumOf = (entries: Entries, kind: Entries[number]['kind']) =>
  entries.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amountFen : 0), 0);

function refundsOf(
  entries: Entries,
  numbers: ReadonlyMap<string, string>,
  sites: ReadonlyMap<string, string>,
) {
  const groups = Map.groupBy(
    entries.filter(({ kind }) => kind === 'reduced' || kind === 'returned'),
    ({ day, orderId }) => `${day} ${orderId}`,
  );
  return [...groups.values()].map((group) => ({
    day: group[0]!.day,
    fieldName: sites.get(group[0]!.siteId) ?? '',
    orderNumber: numbers.get(group[0]!.orderId) ?? '',
    // a share that fell is shown as a positive amount
    reducedFen: 0 - sumOf(group, 'reduced'),
    returnedFen: sumOf(group, 'returned'),
  }));
}

function paymentsOf(entries: Entries) {
  const groups = Map.groupBy(
    entries.filter(({ kind }) => kind === 'paid'),
    ({ day, way }) => `${day} ${way}`,
  );
  return [...groups.values()].map((group) => ({
    day: group[0]!.day,
    way: group[0]!.way ?? ('account' as const),
    orders: new Set(group.map(({ orderId }) => orderId)).size,
    amountFen: 0 - sumOf(group, 'paid'),
  }));
}

async function accountOfMonth(reader: Reader, receiver: ReceiverRow, entries: Entries, days: MonthDays) {
  if (hasWallet(receiver)) return null;
  const scope = tenantScope(receiver.tenantId);
  const [openingFen, settlements] = await Promise.all([
    keptBefore(reader, scope, receiver.id, days.from),
    settlementsOf(reader, scope, receiver.id, days),
  ]);
  const kept = entries.filter(({ way }) => way === 'account');
  const inFen = 0 - sumOf(kept, 'paid');
  const outFen = sumOf(kept, 'returned') + settlements.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return {
    openingFen,
    inFen,
    outFen,
    closingFen: openingFen + inFen - outFen,
    settlements: settlements.map(({ day, amountFen, note, userName }) => ({
      day,
      amountFen,
      note,
      userName,
    })),
  };
}

export async function buildStatement(
  reader: Reader,
  receiver: ReceiverRow,
  month: string,
): Promise<Statement> {
  const scope = tenantScope(receiver.tenantId);
  const days = { from: `${month}-01`, to: nextMonth(month) };
  const [openingFen, entries, earned, brand] = await Promise.all([
    owedBefore(reader, scope, receiver.id, days.from),
    entriesOf(reader, scope, receiver.id, days),
    earnedByDay(reader, scope, receiver.id, days),
    tenantBrand(reader, receiver.tenantId),
  ]);
  const [sites, numbers, account] = await Promise.all([
    siteNames(reader, scope, [...new Set([...earned, ...entries].map(({ siteId }) => siteId))]),
    orderNumbers(
      reader,
      scope,
      entries.filter(({ kind }) => kind !== 'earned').map(({ orderId }) => orderId),
    ),
    accountOfMonth(reader, receiver, entries, days),
  ]);
  return {
    receiverId: receiver.id,
    receiverName: receiver.name,
    kind: receiver.kind,
    way: receiver.way,
    merchantName: brand.name,
    merchantLogo: brand.logo,
    month,
    openingFen,
    earnedFen: sumOf(entries, 'earned'),
    reducedFen: 0 - sumOf(entries, 'reduced'),
    paidFen: 0 - sumOf(entries, 'paid'),
    returnedFen: sumOf(entries, 'returned'),
    closingFen: openingFen + entries.reduce((sum, { amountFen }) => sum + amountFen, 0),
    days: earned.map(({ siteId, ...row }) => ({ ...row, fieldName: sites.get(siteId) ?? '' })),
    refunds: refundsOf(entries, numbers, sites),
    payments: paymentsOf(entries),
    account,
  };
}

async function statementFor(context: StaffContext, input: { receiverId: string; month: string }) {
  const [receiver] = await visibleReceivers(context, input.receiverId);
  if (!receiver) throw missing();
  return buildStatement(context.db.read, receiver, input.month);
}

export const readStatement: Handler<typeof statementsContract.readStatement> = (context, input) =>
  statementFor(context, input);

export const printStatement: Handler<typeof statementsContract.printStatement> = async (context, input) => {
  const statement = await statementFor(context, input);
  const { texts } = context.services;
  const say = (key: string, params?: ErrorParams) => texts.say(context.language, key, params);
  const pdf = await statementPdf(
    statement,
    say,
    await printableLogo(context.services, statement.merchantLogo),
  );
  context.reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="shares-${input.month}.pdf"`)
    .send(pdf);
};
