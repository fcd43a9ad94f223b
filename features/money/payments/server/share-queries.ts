import { and, asc, eq } from 'drizzle-orm';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { ShareLineState } from '../contract.ts';
import { profitShareLines, profitShares } from '../tables.ts';
import type { PaymentRow } from './payment-queries.ts';
import { later } from './schedule.ts';

type Shares = typeof profitShares extends TenantTable<infer T> ? T : never;
type Lines = typeof profitShareLines extends TenantTable<infer T> ? T : never;
export type ShareRow = Shares['$inferSelect'];
export type ShareLineRow = Lines['$inferSelect'];

/** WeChat refuses to share within the first minute; the clocks may differ a little. */
const earliestMs = minuteMs + 5 * secondMs;

/** When WeChat takes a request about a payment at the earliest. */
export function firstTryAt({ paidAt }: PaymentRow, now: Date): Date {
  const earliest = later(paidAt as Date, earliestMs);
  return earliest > now ? earliest : now;
}

export const receiverNamePurpose = 'profit share receiver name';

export async function readShareByKey(
  reader: Reader,
  tenantId: string,
  key: string,
): Promise<ShareRow | undefined> {
  const share = rows(tenantScope(tenantId), profitShares);
  const [found] = await reader.select().from(share).where(eq(share.key, key));
  return found;
}

export async function readShare(reader: Reader, tenantId: string, id: string): Promise<ShareRow | undefined> {
  const share = rows(tenantScope(tenantId), profitShares);
  const [found] = await reader.select().from(share).where(eq(share.id, id));
  return found;
}

export async function lockShare(tx: Tx, row: Pick<ShareRow, 'tenantId' | 'id'>): Promise<ShareRow> {
  const [found] = await find(tx, tenantScope(row.tenantId), profitShares, { id: row.id }, 'update');
  if (!found) throw new Error(`no profit share ${row.id}`);
  return found;
}

export async function changeShare(
  tx: Tx,
  row: Pick<ShareRow, 'tenantId' | 'id'>,
  set: Partial<ShareRow>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), profitShares, (columns) => eq(columns.id, row.id), set);
}

export async function readLines(
  reader: Reader,
  row: Pick<ShareRow, 'tenantId' | 'id'>,
): Promise<ShareLineRow[]> {
  const line = rows(tenantScope(row.tenantId), profitShareLines);
  return reader.select().from(line).where(eq(line.shareId, row.id)).orderBy(asc(line.place));
}

/** A line ends once. */
export async function endLine(
  tx: Tx,
  line: ShareLineRow,
  state: Exclude<ShareLineState, 'requested'>,
  reason: string | null,
): Promise<void> {
  await update(
    tx,
    tenantScope(line.tenantId),
    profitShareLines,
    (columns) =>
      and(eq(columns.shareId, line.shareId), eq(columns.place, line.place), eq(columns.state, 'requested')),
    { state, reason },
  );
}
