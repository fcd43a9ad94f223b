import { createHash } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { sqlStateOf } from '#kit/server/database-away.ts';
import { findPlain, run, StatementText } from '#kit/server/row-statements.ts';
import { ledgerHolds } from '../tables.ts';
import { type AccountName, accountId, nameText, openAccounts, stripeOf } from './accounts.ts';
import {
  type EntryLeg,
  InsufficientFunds,
  isOverdraft,
  type Leg,
  legParameters,
  moveLegs,
} from './transfers.ts';

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

const takeHold = `hold as (
    select * from ledger_hold where id = $1 and tenant_id = $2 for update
  )`;

/** The columns of `hold` that tell how it ended, first in what a statement answers. */
type Taken = [state: string, transferId: string | null, postedAmount: string | null];
const howItEnded = 'hold.state, hold.transfer_id, hold.posted_amount';

function endOf([state, transferId, postedAmount]: Taken): HoldEnd | undefined {
  if (state === 'voided') return { state };
  if (state !== 'posted') return undefined;
  return { state, transferId: transferId as string, postedAmount: Number(postedAmount) };
}

interface Posting {
  kind: string;
  credits: readonly Leg[];
  note?: Record<string, unknown>;
  /** what it is about, where that is known: see `stripeOf` */
  spread?: string;
  now: Date;
}

/**
 * Moves what was promised, or a part of it, and frees the rest. `credits` are where it goes; the debit of the held
 * account is their sum. A hold that has ended already answers how, and nothing moves.
 */
export async function postHold(
  tx: Tx,
  hold: { tenantId: string; id: string },
  posting: Posting,
): Promise<HoldEnd> {
  const amount = posting.credits.reduce((sum, leg) => sum + leg.amount, 0);
  if (amount <= 0 || posting.credits.some((leg) => !Number.isSafeInteger(leg.amount) || leg.amount <= 0))
    throw new RangeError(`hold ${hold.id}: ${amount}`);
  const transferId = newId();
  const legs = posting.credits.map(({ account, amount: credit }) => {
    const row = { name: account, stripe: stripeOf(account, posting.spread ?? hold.id) };
    return { transferId, row, id: accountId(account, row.stripe), amount: credit, release: 0 };
  });
  const tried = await tryPosting(tx, hold, posting, { transferId, amount, legs });
  if (tried.ended) return tried.ended;
  if (amount > tried.held) throw new RangeError(`hold ${hold.id}: ${amount} of ${tried.held}`);
  if (!tried.posted) {
    // an account that gets something is used for the first time
    await openAccounts(
      tx,
      legs.map(({ row }) => row),
    );
    const again = await tryPosting(tx, hold, posting, { transferId, amount, legs });
    if (!again.posted) throw new Error(`hold ${hold.id} can not be posted`);
  }
  return { state: 'posted', transferId, postedAmount: amount };
}

/**
 * One statement: the hold is taken for the rest of the transaction, so that of two who end it the second finds it ended;
 * then its transfer, the entries and its own end are written. Nothing is written where it has ended or holds too little,
 * or where an account does not exist yet. What was held is freed with the debit and not before: a transaction that holds one
 * account's row and waits for others could be waited for.
 */
async function tryPosting(
  tx: Tx,
  hold: { tenantId: string; id: string },
  { kind, credits, note = {}, now }: Posting,
  { transferId, amount, legs }: { transferId: string; amount: number; legs: readonly EntryLeg[] },
): Promise<{ ended: HoldEnd | undefined; held: number; posted: boolean }> {
  const statement = new StatementText();
  for (const value of [hold.id, hold.tenantId, amount, transferId]) statement.parameter(value);
  const credited = legParameters(statement, legs);
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, hold.id, credits.map((leg) => [nameText(leg.account, 0), leg.amount])]))
    .digest('base64url');
  const [hashAt, kindAt, noteAt, nowAt] = [hash, kind, JSON.stringify(note), now.toISOString()].map((value) =>
    statement.parameter(value),
  );
  try {
    const [found] = await run(
      tx,
      `with ${takeHold}, due as (
        select * from hold where state = 'open' and amount >= $3::bigint
      ), leg as (
        select -1 as number, $4::uuid as transfer_id, account_id, -$3::bigint as amount, amount as release from due
        union all select leg.* from ${credited} where exists (select from due)
      ), ${moveLegs}, transfer as (
        insert into ledger_transfer (id, tenant_id, key, request_hash, kind, subject_kind, subject_id, note, created_at)
        select $4::uuid, tenant_id, key, ${hashAt}, ${kindAt}, subject_kind, subject_id, ${noteAt}::jsonb,
          ${nowAt}::timestamptz
        from due where (select yes from complete)
      ), ended as (
        update ledger_hold h set state = 'posted', posted_amount = $3::bigint, ended_at = ${nowAt}::timestamptz,
          transfer_id = $4::uuid
        from due where h.id = due.id and (select yes from complete)
        returning 1
      )
      select ${howItEnded}, hold.amount, (select count(*) from ended) from hold`,
      statement.parameters,
    );
    if (!found) throw new Error(`no hold ${hold.id}`);
    return { ended: endOf(found as unknown as Taken), held: Number(found[3]), posted: Number(found[4]) > 0 };
  } catch (error) {
    if (isOverdraft(error)) throw new InsufficientFunds();
    if (sqlStateOf(error) === uniqueViolation) throw conflict('ledger:error.keyReused');
    throw error;
  }
}

const uniqueViolation = '23505';

/** Frees what was promised. A hold that has ended already answers how. */
export async function voidHold(tx: Tx, hold: { tenantId: string; id: string }, now: Date): Promise<HoldEnd> {
  const [found] = await run(
    tx,
    `with ${takeHold}, due as (
      select * from hold where state = 'open'
    ), freed as (
      update ledger_account a set held = a.held - due.amount from due where a.id = due.account_id
    ), ended as (
      update ledger_hold h set state = 'voided', ended_at = $3::timestamptz from due where h.id = due.id
    )
    select ${howItEnded} from hold`,
    [hold.id, hold.tenantId, now.toISOString()],
  );
  if (!found) throw new Error(`no hold ${hold.id}`);
  return endOf(found as unknown as Taken) ?? { state: 'voided' };
}

/** Ends holds whose time is over, one by one: the account is taken before the hold. Answers how many it was that ended. */
export async function voidOverdueHolds(db: Database, now: Date, limit = 200): Promise<number> {
  const due = await db.read
    .select({ id: ledgerHolds.id, tenantId: ledgerHolds.tenantId, accountId: ledgerHolds.accountId })
    .from(ledgerHolds)
    .where(and(eq(ledgerHolds.state, 'open'), lte(ledgerHolds.deadlineAt, now)))
    .orderBy(ledgerHolds.deadlineAt)
    .limit(limit);
  let voided = 0;
  for (const hold of due)
    voided += await db.transaction(async (tx) => {
      await run(tx, 'select 1 from ledger_account where id = $1 for update', [hold.accountId]);
      const [open] = await run(tx, `select 1 from ledger_hold where id = $1 and state = 'open' for update`, [
        hold.id,
      ]);
      if (!open) return 0;
      await voidHold(tx, hold, now);
      return 1;
    });
  return voided;
}
