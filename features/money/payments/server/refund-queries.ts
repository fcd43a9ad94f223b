import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, rows, type TenantTable, update } from '#kit/server/tables.ts';
import { paymentRefunds } from '../tables.ts';

type Refunds = typeof paymentRefunds extends TenantTable<infer T> ? T : never;
export type RefundRow = Refunds['$inferSelect'];

export async function readRefundByKey(
  reader: Reader,
  tenantId: string,
  key: string,
): Promise<RefundRow | undefined> {
  const refund = rows(tenantScope(tenantId), paymentRefunds);
  const [found] = await reader.select().from(refund).where(eq(refund.key, key));
  return found;
}

export async function readRefundByNumber(
  reader: Reader,
  outRefundNo: string,
): Promise<RefundRow | undefined> {
  const refund = rows(platformScope, paymentRefunds);
  const [found] = await reader.select().from(refund).where(eq(refund.outRefundNo, outRefundNo));
  return found;
}

export async function lockRefund(tx: Tx, row: Pick<RefundRow, 'tenantId' | 'id'>): Promise<RefundRow> {
  const [found] = await find(tx, tenantScope(row.tenantId), paymentRefunds, { id: row.id }, 'update');
  if (!found) throw new Error(`no refund ${row.id}`);
  return found;
}

export async function changeRefund(
  tx: Tx,
  row: Pick<RefundRow, 'tenantId' | 'id'>,
  set: Partial<RefundRow>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), paymentRefunds, (columns) => eq(columns.id, row.id), set);
}
