import { createHash } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { findPlain, run, shapeOf } from '#kit/server/row-statements.ts';
import { ledgerAccounts, ledgerHolds } from '../tables.ts';
import { type AccountName, accountId, nameText, openAccounts, stripeOf } from './accounts.ts';
import { InsufficientFunds, isOverdraft, type Leg, postTransfers } from './transfers.ts';

export interface HoldRequest {
  key: string;
  tenantId: string;
  account: AccountName;
  amount: number;
  /** after it the hold is voided by itself, unless it was posted */
  deadlineAt: Date;
  subject?: { kind: string; id: string };
}

export type HoldEnd = { state: 'posted'; transferId: string; postedAmount: number } | { state: 'voided' };

const hashOf = (request: HoldRequest) =>
  createHash('sha256')
    .update(JSON.stringify([nameText(request.account, 0), request.amount, request.subject ?? null]))
    .digest('base64url');

/** Promises an amount of an account: it stays there, but nothing else can spend it. */
export async function openHold(tx: Tx, request: HoldRequest): Promise<{ id: string; repeated: boolean }> {
  if (!Number.isSafeInteger(request.amount) || request.amount <= 0)
    throw new RangeError(`hold ${request.key}: amount ${request.amount}`);
  const stripe = stripeOf(request.account, request.key);
  const hold = {
    ...request,
    id: newId(),
    hash: hashOf(request),
    accountId: accountId(request.account, stripe),
  };
  const made = await insertHold(tx, hold);
  if (made) return { id: hold.id, repeated: false };
  const { tenantId, key } = request;
  const [earlier] = await findPlain(tx, ledgerHolds, { tenantId, key });
  if (earlier && earlier.requestHash !== hold.hash) throw conflict('ledger:error.keyReused');
  if (earlier) return { id: earlier.id, repeated: true };
  // the account is used for the first time
  await openAccounts(tx, [{ name: request.account, stripe }]);
  if (!(await insertHold(tx, hold))) throw conflict('ledger:error.keyReused');
  return { id: hold.id, repeated: false };
}

/** One statement. It does nothing, and says so, when the key is taken or the account does not exist yet. */
async function insertHold(
  tx: Tx,
  hold: HoldRequest & { id: string; hash: string; accountId: string },
): Promise<boolean> {
  try {
    const made = await run(
      tx,
      `with made as (
        insert into ledger_hold (id, tenant_id, key, request_hash, account_id, amount, state, deadline_at,
          subject_kind, subject_id)
        select $1::uuid, $2, $3, $4, id, $6::bigint, 'open', $7::timestamptz, $8, $9 from ledger_account where id = $5
        on conflict (tenant_id, key) do nothing
        returning account_id
      )
      update ledger_account a set held = a.held + $6::bigint from made where a.id = made.account_id returning 1`,
      [
        hold.id,
        hold.tenantId,
        hold.key,
        hold.hash,
        hold.accountId,
        hold.amount,
        hold.deadlineAt.toISOString(),
        hold.subject?.kind ?? null,
        hold.subject?.id ?? null,
      ],
    );
    return made.length > 0;
  } catch (error) {
    if (isOverdraft(error)) throw new InsufficientFunds();
    throw error;
  }
}

async function changeHeld(tx: Tx, accountId: string, amount: number): Promise<void> {
  try {
    await tx
      .update(ledgerAccounts)
      .set({ held: sql`${ledgerAccounts.held} + ${amount}` })
      .where(eq(ledgerAccounts.id, accountId));
  } catch (error) {
    if (isOverdraft(error)) throw new InsufficientFunds();
    throw error;
  }
}

/** The hold, taken for the rest of the transaction: of two who end it, the second finds it ended. */
async function takeHold(tx: Tx, tenantId: string, id: string) {
  const [found] = await run(
    tx,
    `select ${holdShape.list('h.')}, ${accountShape.list('a.')}
    from ledger_hold h join ledger_account a on a.id = h.account_id
    where h.id = $1 and h.tenant_id = $2 for update of h`,
    [id, tenantId],
  );
  if (!found) throw new Error(`no hold ${id}`);
  const account = accountShape.read(found, holdShape.columns.size) as typeof ledgerAccounts.$inferSelect;
  return {
    ...(holdShape.read(found) as typeof ledgerHolds.$inferSelect),
    account: { ...account, ownerKind: account.ownerKind as AccountName['ownerKind'] },
  };
}

const holdShape = shapeOf(ledgerHolds);
const accountShape = shapeOf(ledgerAccounts);

function endOf(hold: {
  state: string;
  transferId: string | null;
  postedAmount: number | null;
}): HoldEnd | undefined {
  if (hold.state === 'voided') return { state: 'voided' };
  if (hold.state !== 'posted') return undefined;
  return { state: 'posted', transferId: hold.transferId as string, postedAmount: hold.postedAmount ?? 0 };
}

/**
 * Moves what was promised, or a part of it, and frees the rest. `legs` are the credits; the debit of the held account
 * is their sum. A hold that has ended already answers how, and nothing moves.
 */
export async function postHold(
  tx: Tx,
  hold: { tenantId: string; id: string },
  transfer: { kind: string; credits: readonly Leg[]; note?: Record<string, unknown>; now: Date },
): Promise<HoldEnd> {
  const row = await takeHold(tx, hold.tenantId, hold.id);
  const ended = endOf(row);
  if (ended) return ended;
  const amount = transfer.credits.reduce((sum, leg) => sum + leg.amount, 0);
  if (amount <= 0 || amount > row.amount || transfer.credits.some((leg) => leg.amount <= 0))
    throw new RangeError(`hold ${hold.id}: ${amount} of ${row.amount}`);
  const [posted] = await postTransfers(tx, [
    {
      key: row.key,
      tenantId: row.tenantId,
      kind: transfer.kind,
      legs: [
        {
          account: row.account,
          amount: -amount,
          // not before: whoever holds one row and waits for others could be waited for
          release: row.amount,
        },
        ...transfer.credits,
      ],
      ...(row.subjectKind && row.subjectId ? { subject: { kind: row.subjectKind, id: row.subjectId } } : {}),
      ...(transfer.note && { note: transfer.note }),
      at: transfer.now,
    },
  ]);
  if (!posted || posted.repeated) throw conflict('ledger:error.keyReused');
  const transferId = posted.id;
  await run(
    tx,
    `update ledger_hold set state = 'posted', posted_amount = $2, ended_at = $3, transfer_id = $4 where id = $1`,
    [row.id, amount, transfer.now.toISOString(), transferId],
  );
  return { state: 'posted', transferId, postedAmount: amount };
}

/** Frees what was promised. A hold that has ended already answers how. */
export async function voidHold(tx: Tx, hold: { tenantId: string; id: string }, now: Date): Promise<HoldEnd> {
  const row = await takeHold(tx, hold.tenantId, hold.id);
  const ended = endOf(row);
  if (ended) return ended;
  await changeHeld(tx, row.accountId, -row.amount);
  await tx.update(ledgerHolds).set({ state: 'voided', endedAt: now }).where(eq(ledgerHolds.id, row.id));
  return { state: 'voided' };
}

/** Holds whose time is over and that nobody else is ending right now. */
export async function voidOverdueHolds(tx: Tx, now: Date, limit = 200): Promise<number> {
  const due = await tx
    .select({ id: ledgerHolds.id, tenantId: ledgerHolds.tenantId, accountId: ledgerHolds.accountId })
    .from(ledgerHolds)
    .where(and(eq(ledgerHolds.state, 'open'), lte(ledgerHolds.deadlineAt, now)))
    .orderBy(ledgerHolds.deadlineAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  // accounts in the order of their ids, as everybody takes them
  due.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  for (const hold of due) await voidHold(tx, hold, now);
  return due.length;
}
