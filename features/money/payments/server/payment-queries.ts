import { and, asc, eq } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, rows, type TenantTable, update } from '#kit/server/tables.ts';
import { payments } from '../tables.ts';
import type { Payment, Subject } from './types.ts';

type Payments = typeof payments extends TenantTable<infer T> ? T : never;
export type PaymentRow = Payments['$inferSelect'];

export const subjectOf = (row: { subjectKind: string; subjectId: string }): Subject => ({
  kind: row.subjectKind,
  id: row.subjectId,
});

export const viewOf = (row: PaymentRow): Payment => ({
  id: row.id,
  tenantId: row.tenantId,
  subject: subjectOf(row),
  ...pick(row, 'channel', 'state', 'outTradeNo', 'amountFen', 'refundedFen', 'transactionId', 'paidAt'),
  ...pick(row, 'expiresAt', 'profitSharing', 'subMerchant', 'payerId'),
});

/** Platforms take letters and digits only, 32 at most: an id without its dashes. */
export const outNumber = (id: string) => id.replaceAll('-', '');

export async function readPayment(
  reader: Reader,
  tenantId: string,
  id: string,
): Promise<PaymentRow | undefined> {
  const payment = rows(tenantScope(tenantId), payments);
  const [found] = await reader.select().from(payment).where(eq(payment.id, id));
  return found;
}

export async function readPaymentByNumber(
  reader: Reader,
  outTradeNo: string,
): Promise<PaymentRow | undefined> {
  const payment = rows(platformScope, payments);
  const [found] = await reader.select().from(payment).where(eq(payment.outTradeNo, outTradeNo));
  return found;
}

export async function readPaymentsOf(
  reader: Reader,
  tenantId: string,
  subject: Subject,
): Promise<PaymentRow[]> {
  const payment = rows(tenantScope(tenantId), payments);
  return reader
    .select()
    .from(payment)
    .where(and(eq(payment.subjectKind, subject.kind), eq(payment.subjectId, subject.id)))
    .orderBy(asc(payment.createdAt), asc(payment.id));
}

/** Held until the transaction ends: notice, question and closing meet here one after another. */
export async function lockPayment(tx: Tx, tenantId: string, id: string): Promise<PaymentRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), payments, { id }, 'update');
  return found;
}

export async function changePayment(
  tx: Tx,
  row: Pick<PaymentRow, 'tenantId' | 'id'>,
  set: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [changed] = await update(
    tx,
    tenantScope(row.tenantId),
    payments,
    (columns) => eq(columns.id, row.id),
    set,
  );
  if (!changed) throw new Error(`no payment ${row.id}`);
  return changed;
}
