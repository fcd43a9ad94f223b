import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import type { BillKind, billsContract } from '../contract/bills.ts';
import { paymentBills, paymentDifferences, paymentRefunds, payments, payouts } from '../tables.ts';

/** What we know of something that a bill may name. */
export interface OurLine {
  kind: BillKind;
  tenantId: string;
  outNo: string;
  /** the payment's, by which the platform is asked about a refund */
  outTradeNo: string | null;
  subMerchant: string | null;
  platformNo: string | null;
  amountFen: number;
  state: 'done' | 'open' | 'failed';
}

type Wanted = { outNos: readonly string[] } | { doneOn: string; channel: ChannelName };

const during = (column: SQL | Parameters<typeof gte>[0], day: string) =>
  and(gte(column as SQL, startOfDay(day)), lt(column as SQL, endOfDay(day)));

const ended = (state: string, lateAt: Date | null): OurLine['state'] => {
  // what came back although it had failed is booked, too
  if (state === 'done' || lateAt) return 'done';
  return state === 'failed' ? 'failed' : 'open';
};

async function ourPayments(reader: Reader, wanted: Wanted): Promise<OurLine[]> {
  const row = rows(platformScope, payments);
  const found = await reader
    .select()
    .from(row)
    .where(
      'outNos' in wanted
        ? inArray(row.outTradeNo, [...wanted.outNos])
        : and(eq(row.channel, wanted.channel), isNotNull(row.paidAt), during(row.paidAt, wanted.doneOn)),
    );
  return found.map(({ tenantId, outTradeNo, subMerchant, transactionId, amountFen, state }) => ({
    kind: 'payment',
    tenantId,
    outNo: outTradeNo,
    outTradeNo,
    subMerchant,
    platformNo: transactionId,
    amountFen,
    state: state === 'paid' ? 'done' : 'open',
  }));
}

async function ourRefunds(reader: Reader, wanted: Wanted): Promise<OurLine[]> {
  const row = rows(platformScope, paymentRefunds);
  const payment = rows(platformScope, payments);
  const found = await reader
    .select({
      tenantId: row.tenantId,
      outNo: row.outRefundNo,
      platformNo: row.refundId,
      amountFen: row.amountFen,
      state: row.state,
      lateAt: row.returnedLateAt,
      outTradeNo: payment.outTradeNo,
      subMerchant: payment.subMerchant,
    })
    .from(row)
    .innerJoin(payment, and(eq(payment.tenantId, row.tenantId), eq(payment.id, row.paymentId)))
    .where(
      'outNos' in wanted
        ? inArray(row.outRefundNo, [...wanted.outNos])
        : and(eq(row.channel, wanted.channel), eq(row.state, 'done'), during(row.endedAt, wanted.doneOn)),
    );
  return found.map(({ state, lateAt, ...line }) => ({
    kind: 'refund',
    ...line,
    state: ended(state, lateAt),
  }));
}

async function ourPayouts(reader: Reader, wanted: Wanted): Promise<OurLine[]> {
  const row = rows(platformScope, payouts);
  const found = await reader
    .select()
    .from(row)
    .where(
      'outNos' in wanted
        ? inArray(row.outBillNo, [...wanted.outNos])
        : and(eq(row.channel, wanted.channel), eq(row.state, 'done'), during(row.endedAt, wanted.doneOn)),
    );
  return found.map(({ tenantId, outBillNo, billNo, amountFen, state, returnedLateAt }) => ({
    kind: 'payout',
    tenantId,
    outNo: outBillNo,
    outTradeNo: null,
    subMerchant: null,
    platformNo: billNo,
    amountFen,
    state: ended(state, returnedLateAt),
  }));
}

const readers: Record<BillKind, (reader: Reader, wanted: Wanted) => Promise<OurLine[]>> = {
  payment: ourPayments,
  refund: ourRefunds,
  payout: ourPayouts,
};

const atOnce = 1000;

export async function readOurs(
  reader: Reader,
  kind: BillKind,
  outNos: readonly string[],
): Promise<OurLine[]> {
  const found: OurLine[] = [];
  for (let from = 0; from < outNos.length; from += atOnce)
    found.push(...(await readers[kind](reader, { outNos: outNos.slice(from, from + atOnce) })));
  return found;
}

export const readOursDoneOn = (reader: Reader, kind: BillKind, channel: ChannelName, doneOn: string) =>
  readers[kind](reader, { channel, doneOn });

/** The newest days that were compared. */
export async function comparedDays(reader: Reader, channel: ChannelName, from: string): Promise<Set<string>> {
  const found = await reader
    .select({ day: paymentBills.day })
    .from(paymentBills)
    .where(and(eq(paymentBills.channel, channel), gte(paymentBills.day, from)))
    .orderBy(desc(paymentBills.day));
  return new Set(found.map(({ day }) => day));
}

export function pageBills(reader: Reader, input: ParsedInputOf<typeof billsContract.listBills>) {
  const bill = paymentBills;
  const difference = rows(platformScope, paymentDifferences);
  const { channel, day, comparedAt, payments: paid, paymentsFen, refunds, refundsFen } = bill;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: sql<string>`${bill.channel} || ' ' || ${bill.day}`,
          ...{ channel, day, comparedAt, payments: paid, paymentsFen, refunds, refundsFen },
          payouts: bill.payouts,
          payoutsFen: bill.payoutsFen,
          openDifferences: sql<number>`(
            select count(*)::int from ${difference}
            where ${difference.channel} = ${bill.channel} and ${difference.day} = ${bill.day} and ${difference.state} = 'open'
          )`.mapWith(Number),
        })
        .from(bill),
    filters: {},
    sort: { day: bill.day },
    usual: { by: 'day', order: 'desc' },
    tie: bill.channel,
  });
}

export function pageDifferences(reader: Reader, input: ParsedInputOf<typeof billsContract.listDifferences>) {
  const row = rows(platformScope, paymentDifferences);
  return pageRows(reader, input, {
    from: () => reader.select().from(row),
    filters: { state: equals(row.state), kind: equals(row.kind) },
    sort: { createdAt: row.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: row.id,
  });
}
