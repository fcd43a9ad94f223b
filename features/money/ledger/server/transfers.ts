import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertText, run, StatementText, shapeOf } from '#kit/server/row-statements.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import {
  type AccountName,
  type AccountRow,
  accountId,
  lockSequence,
  nameText,
  openAccounts,
  stripeOf,
} from './accounts.ts';

/** Credit is positive: the account has more afterwards. */
export interface Leg {
  account: AccountName;
  amount: number;
  /** so much of what was held there is free at the same moment; for the debit of a hold */
  release?: number;
}

export interface TransferRequest {
  /** unique within the tenant; the same again is the same transfer */
  key: string;
  tenantId: string;
  kind: string;
  legs: readonly Leg[];
  subject?: { kind: string; id: string };
  reversesId?: string;
  note?: Record<string, unknown>;
  /** the caller's clock; without it the database's. An account's lines are expected in the order of their times. */
  at?: Date;
}

export interface PostedTransfer {
  id: string;
  /** it had been posted before; nothing moved now */
  repeated: boolean;
}

export class InsufficientFunds extends Error {
  constructor() {
    super('an account would go below zero');
    this.name = 'InsufficientFunds';
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

function requestHash(request: TransferRequest): string {
  return hashOf([
    request.kind,
    request.legs.map(({ account, amount }) => [nameText(account, 0), amount]),
    request.subject ?? null,
    request.reversesId ?? null,
  ]);
}

/** Programming errors, not people's: they throw plain errors. */
function checkLegs({ key, legs }: TransferRequest): void {
  const sums = new Map<string, number>();
  for (const { account, amount } of legs) {
    if (!Number.isSafeInteger(amount) || amount === 0)
      throw new RangeError(`transfer ${key}: amount ${amount}`);
    sums.set(account.unit, (sums.get(account.unit) ?? 0) + amount);
  }
  if (legs.length < 2 || [...sums.values()].some((sum) => sum !== 0))
    throw new RangeError(`transfer ${key}: legs do not add up`);
}

const checkViolation = '23514';

/** Drizzle wraps the driver's error; the constraint's name stands on the innermost. */
export function isOverdraft(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint_name: constraint } = current as { code?: string; constraint_name?: string };
    if (code === checkViolation && constraint === 'ledger_account_not_overdrawn') return true;
  }
  return false;
}

/**
 * Posts transfers together, or none of them. Repeats are recognised by their keys one by one; the rows of all accounts
 * are taken in one fixed order, so that transfers wait for each other and never lock each other out.
 */
export async function postTransfers(tx: Tx, requests: readonly TransferRequest[]): Promise<PostedTransfer[]> {
  for (const request of requests) checkLegs(request);
  if (requests.length === 0) return [];
  const linkId = requests.length > 1 ? newId() : null;
  const prepared = requests.map((request) => ({ request, id: newId(), hash: requestHash(request) }));
  const fresh = await insertTransfers(tx, prepared, linkId);
  const earlier = await findEarlier(
    tx,
    prepared.filter(({ id }) => !fresh.has(id)),
  );
  return prepared.map(({ id, request }) =>
    fresh.has(id)
      ? { id, repeated: false }
      : { id: earlier.get(`${request.tenantId} ${request.key}`) as string, repeated: true },
  );
}

interface Prepared {
  request: TransferRequest;
  id: string;
  hash: string;
}

async function findEarlier(tx: Tx, repeated: readonly Prepared[]): Promise<Map<string, string>> {
  if (repeated.length === 0) return new Map();
  const found = await tx
    .select()
    .from(ledgerTransfers)
    .where(
      sql`(tenant_id, key) in (${sql.join(
        repeated.map(({ request }) => sql`(${request.tenantId}, ${request.key})`),
        sql`, `,
      )})`,
    );
  const byKey = new Map(found.map((row) => [`${row.tenantId} ${row.key}`, row]));
  for (const { request, hash } of repeated)
    if (byKey.get(`${request.tenantId} ${request.key}`)?.requestHash !== hash)
      throw conflict('ledger:error.keyReused');
  return new Map([...byKey].map(([key, row]) => [key, row.id]));
}

const legsOfAll = (list: readonly Prepared[]): EntryLeg[] =>
  list.flatMap(({ request, id }) =>
    request.legs.map(({ account, amount, release = 0 }) => {
      const stripe = stripeOf(account, request.subject?.id ?? request.key);
      const row = { name: account, stripe };
      return { transferId: id, row, id: accountId(account, stripe), amount, release };
    }),
  );

/** The transfers whose keys are new, and their entries, in one statement. */
async function insertTransfers(
  tx: Tx,
  prepared: readonly Prepared[],
  linkId: string | null,
): Promise<Set<string>> {
  const legs = legsOfAll(prepared);
  const statement = new StatementText();
  const given = legParameters(statement, legs);
  const text = insertText(
    statement,
    shapeOf(ledgerTransfers),
    prepared.map(({ request, id, hash }) => ({
      id,
      tenantId: request.tenantId,
      key: request.key,
      requestHash: hash,
      kind: request.kind,
      subjectKind: request.subject?.kind,
      subjectId: request.subject?.id,
      linkId: linkId ?? undefined,
      reversesId: request.reversesId,
      note: request.note ?? {},
      createdAt: request.at,
    })),
  );
  try {
    const [done] = await run(
      tx,
      `with fresh as (
        ${text} on conflict (tenant_id, key) do nothing returning id
      ), leg as (
        select leg.* from ${given} join fresh on fresh.id = leg.transfer_id
      ), ${moveLegs}
      select (select array_agg(id) from fresh), (select yes from complete)`,
      statement.parameters,
    );
    const [ids, complete] = done as [string[] | null, boolean];
    const fresh = new Set(ids);
    if (!complete)
      await writeEntries(
        tx,
        legs.filter(({ transferId }) => fresh.has(transferId)),
      );
    return fresh;
  } catch (error) {
    if (isOverdraft(error)) throw new InsufficientFunds();
    throw error;
  }
}

/** Accounts that are used for the first time are opened before. */
async function writeEntries(tx: Tx, legs: readonly EntryLeg[]): Promise<void> {
  await openAccounts(
    tx,
    legs.map(({ row }) => row),
  );
  const statement = new StatementText();
  const given = legParameters(statement, legs);
  const [done] = await run(
    tx,
    `with leg as (select leg.* from ${given}), ${moveLegs} select (select yes from complete)`,
    statement.parameters,
  );
  if (done?.[0] !== true) throw new Error('accounts that were just opened are not there');
}

export interface EntryLeg {
  transferId: string;
  row: AccountRow;
  id: string;
  amount: number;
  release: number;
}

/** `unnest(…) as leg (…)`, every column as one parameter: the text is the same for any number of legs. */
export function legParameters(statement: StatementText, legs: readonly EntryLeg[]): string {
  const columns: [string, readonly (string | number)[]][] = [
    ['int', legs.map((_, index) => index)],
    ['uuid', legs.map(({ transferId }) => transferId)],
    ['uuid', legs.map(({ id }) => id)],
    ['bigint', legs.map(({ amount }) => amount)],
    ['bigint', legs.map(({ release }) => release)],
  ];
  const arrays = columns.map(([type, values]) => `${statement.parameter(arrayOf(values))}::${type}[]`);
  return `unnest(${arrays.join(', ')}) as leg (number, transfer_id, account_id, amount, release)`;
}

/**
 * What follows `leg` in a statement: rows are locked in the sequence of all, balances move, entries get their places.
 * Nothing of it happens when an account does not exist yet, not even a lock, and `complete` says so.
 */
export const moveLegs = `complete as (
    select (select count(*) from ledger_account where id in (select account_id from leg))
      = (select count(distinct account_id) from leg) as yes
  ), locked as (
    select id, balance, entries from ledger_account
    where id in (select account_id from leg) and (select yes from complete)
    order by ${lockSequence} for update
  ), moved as (
    update ledger_account a
    set balance = a.balance + s.amount, entries = a.entries + s.number, held = a.held - s.release
    from (
      select account_id, sum(amount)::bigint as amount, count(*) as number, sum(release)::bigint as release
      from leg group by account_id
    ) s
    where a.id = s.account_id and a.id in (select id from locked)
  ), entered as (
    insert into ledger_entry (account_id, place, transfer_id, amount, balance_after)
    select leg.account_id, locked.entries + row_number() over own, leg.transfer_id, leg.amount,
      locked.balance + sum(leg.amount) over own
    from leg join locked on locked.id = leg.account_id
    window own as (partition by leg.account_id order by leg.number)
  )`;

const arrayOf = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

/** A transfer the other way round, leg by leg; once. */
export async function reverseTransfer(
  tx: Tx,
  original: { id: string; tenantId: string },
  request: { key: string; kind: string; note?: Record<string, unknown>; at?: Date },
): Promise<PostedTransfer> {
  const [transfer] = await tx
    .select()
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.id, original.id), eq(ledgerTransfers.tenantId, original.tenantId)));
  if (!transfer) throw new Error(`no transfer ${original.id}`);
  const legs = await legsOf(tx, [original.id]);
  const [posted] = await postTransfers(tx, [
    {
      ...request,
      tenantId: transfer.tenantId,
      legs: legs.map(({ account, amount }) => ({ account, amount: -amount })),
      reversesId: transfer.id,
      ...(transfer.subjectKind && transfer.subjectId
        ? { subject: { kind: transfer.subjectKind, id: transfer.subjectId } }
        : {}),
    },
  ]);
  return posted as PostedTransfer;
}

export async function legsOf(
  tx: Tx,
  transferIds: readonly string[],
): Promise<(Leg & { transferId: string })[]> {
  const found = await tx
    .select()
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(inArray(ledgerEntries.transferId, [...transferIds]))
    .orderBy(ledgerEntries.transferId, ledgerEntries.accountId, ledgerEntries.place);
  return found.map(({ ledger_entry: entry, ledger_account: account }) => ({
    transferId: entry.transferId,
    amount: entry.amount,
    account: { ...account, ownerKind: account.ownerKind as AccountName['ownerKind'] },
  }));
}
