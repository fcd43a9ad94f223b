import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, rows, type TenantTable, update } from '#kit/server/tables.ts';
import { payouts } from '../tables.ts';

type Payouts = typeof payouts extends TenantTable<infer T> ? T : never;
export type PayoutRow = Payouts['$inferSelect'];

export const payeeNamePurpose = 'payout payee name';

/** Two that ask for the same payout wait for each other: the second then finds the first. */
export async function lockPayoutKey(tx: Tx, tenantId: string, key: string): Promise<void> {
  await holdName(tx, 'payout', tenantId, key);
}

export async function readPayoutByKey(
  reader: Reader,
  tenantId: string,
  key: string,
): Promise<PayoutRow | undefined> {
  const payout = rows(tenantScope(tenantId), payouts);
  const [found] = await reader.select().from(payout).where(eq(payout.key, key));
  return found;
}

export async function readPayoutByNumber(reader: Reader, outBillNo: string): Promise<PayoutRow | undefined> {
  const payout = rows(platformScope, payouts);
  const [found] = await reader.select().from(payout).where(eq(payout.outBillNo, outBillNo));
  return found;
}

export async function lockPayout(tx: Tx, row: Pick<PayoutRow, 'tenantId' | 'id'>): Promise<PayoutRow> {
  const [found] = await find(tx, tenantScope(row.tenantId), payouts, { id: row.id }, 'update');
  if (!found) throw new Error(`no payout ${row.id}`);
  return found;
}

export async function changePayout(
  tx: Tx,
  row: Pick<PayoutRow, 'tenantId' | 'id'>,
  set: Partial<PayoutRow>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), payouts, (columns) => eq(columns.id, row.id), set);
}
