import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import { shareDebts, shareEntries } from '../tables.ts';
import type { DebtRow, LineRow, NewEntry } from './share-queries.ts';

/** Lines in memory, written back in one statement whatever changed of them. */
export async function writeLines(tx: Tx, tenantId: string, lines: readonly LineRow[]): Promise<void> {
  if (lines.length === 0) return;
  const changed = JSON.stringify(
    lines.map((line) => ({
      id: line.id,
      earned_fen: line.earnedFen,
      due_fen: line.dueFen,
      paid_fen: line.paidFen,
      waiting_fen: line.waitingFen,
      returning_fen: line.returningFen,
      state: line.state,
      reason: line.reason,
      reason_detail: line.reasonDetail,
      tries: line.tries,
      wechat_refused: line.wechatRefused,
    })),
  );
  await tx.execute(sql`
    update share_line set earned_fen = next.earned_fen, due_fen = next.due_fen, paid_fen = next.paid_fen,
      waiting_fen = next.waiting_fen, returning_fen = next.returning_fen, state = next.state, reason = next.reason,
      reason_detail = next.reason_detail, tries = next.tries, wechat_refused = next.wechat_refused
    from jsonb_to_recordset(${changed}::jsonb) as next (id uuid, earned_fen bigint, due_fen bigint, paid_fen bigint,
      waiting_fen bigint, returning_fen bigint, state text, reason text, reason_detail text, tries integer, wechat_refused boolean)
    where share_line.tenant_id = ${tenantId} and share_line.id = next.id`);
}

type EntryFacts = Pick<NewEntry, 'kind' | 'amountFen' | 'day'> &
  Partial<Pick<NewEntry, 'way' | 'transferId'>>;

export const entryOf = (line: LineRow, facts: EntryFacts): NewEntry => ({
  id: newId(),
  receiverId: line.receiverId,
  lineId: line.id,
  orderId: line.orderId,
  siteId: line.siteId,
  ...facts,
});

export async function writeEntries(tx: Tx, tenantId: string, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length > 0) await insert(tx, tenantScope(tenantId), shareEntries, [...entries]);
}

/** What is still to be paid of a line. */
export const openOf = (line: LineRow): number => Math.max(0, line.dueFen - line.paidFen - line.waitingFen);

/** The state that follows from the amounts; a reason stays only where something could not be paid. */
export function settleState(line: LineRow): void {
  if (line.waitingFen > 0) line.state = 'waiting';
  else if (openOf(line) === 0) line.state = 'paid';
  else line.state = line.reason ? 'failed' : 'due';
  if (openOf(line) === 0) {
    line.reason = null;
    line.reasonDetail = '';
  }
}

async function openDebts(tx: Tx, line: LineRow): Promise<DebtRow[]> {
  const debt = rows(tenantScope(line.tenantId), shareDebts);
  return tx
    .select()
    .from(debt)
    .where(and(eq(debt.lineId, line.id), gt(debt.openFen, 0)))
    .orderBy(desc(debt.id))
    .for('update');
}

const openSum = (debts: readonly DebtRow[]) => debts.reduce((sum, { openFen }) => sum + openFen, 0);

/** Paid above what is due, and not on its way back. */
const surplusOf = (line: LineRow): number => Math.max(0, line.paidFen - line.dueFen - line.returningFen);

/** What has to come back of a line and is neither owed nor asked for yet. */
export const toReturn = async (tx: Tx, line: LineRow): Promise<number> =>
  surplusOf(line) - openSum(await openDebts(tx, line));

/** Afterwards the debts of a line say exactly what was paid above its due and is not on its way back. */
export async function fitDebts(tx: Tx, line: LineRow, now: Date, reason = ''): Promise<void> {
  const debts = await openDebts(tx, line);
  let surplus = openSum(debts) - surplusOf(line);
  if (surplus < 0)
    await insert(tx, tenantScope(line.tenantId), shareDebts, {
      id: newId(),
      createdAt: now,
      receiverId: line.receiverId,
      lineId: line.id,
      orderId: line.orderId,
      amountFen: -surplus,
      openFen: -surplus,
      reason,
    });
  for (const debt of debts) {
    if (surplus <= 0) return;
    const lowered = Math.min(surplus, debt.openFen);
    surplus -= lowered;
    await lowerDebt(tx, debt, debt.openFen - lowered, now);
  }
}

export async function lowerDebt(tx: Tx, debt: DebtRow, openFen: number, now: Date): Promise<void> {
  await update(tx, tenantScope(debt.tenantId), shareDebts, (columns) => eq(columns.id, debt.id), {
    openFen,
    clearedAt: openFen === 0 ? now : null,
  });
}
