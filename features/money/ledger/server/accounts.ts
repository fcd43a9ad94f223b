import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';
import type { Unit } from '../contract.ts';
import { ledgerAccounts } from '../tables.ts';

/** An account by what it is for. It comes into being when it is first used. */
export interface AccountName {
  tenantId: string;
  ownerKind: 'merchant' | 'player' | 'receiver' | 'platform' | 'channel' | 'device';
  ownerId: string;
  purpose: string;
  unit: Unit;
}

/** Where value enters and leaves the books, and what the platform earns: everybody moves these, so they are striped. */
export const stripedKinds: readonly AccountName['ownerKind'][] = ['platform', 'channel'];
export const stripes = 16;

/** A stripe of a shared account may be short while another has plenty; the books of a hopper show what is missing. */
const mayGoNegative = (name: AccountName) =>
  stripedKinds.includes(name.ownerKind) || name.ownerKind === 'device';

export const nameText = (name: AccountName, stripe: number) =>
  [name.tenantId, name.ownerKind, name.ownerId, name.purpose, name.unit, stripe].join(' ');

/**
 * Which row of a striped account a transfer moves: spread by what it is about, so that everything about one order meets
 * the same rows, and a transaction that will move them can take them before.
 */
export function stripeOf(name: AccountName, spread: string): number {
  if (!stripedKinds.includes(name.ownerKind)) return 0;
  let hash = 0;
  for (let index = 0; index < spread.length; index++) hash = (hash * 31 + spread.charCodeAt(index)) | 0;
  return Math.abs(hash) % stripes;
}

/** The id follows from the name, so nobody has to look it up, and two that open the same account open one. */
export function accountId(name: AccountName, stripe: number): string {
  const hex = createHash('sha256')
    .update(`ledger account ${nameText(name, stripe)}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface AccountRow {
  name: AccountName;
  stripe: number;
}

/** In the order of their ids, so that two transactions that open the same accounts wait and do not deadlock. */
export async function openAccounts(tx: Tx, wanted: readonly AccountRow[]): Promise<void> {
  const rows = new Map(wanted.map(({ name, stripe }) => [accountId(name, stripe), { name, stripe }]));
  await tx
    .insert(ledgerAccounts)
    .values(
      [...rows]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { name, stripe }]) => ({
          id,
          ...pick(name, 'tenantId', 'ownerKind', 'ownerId', 'purpose', 'unit'),
          stripe,
          mayGoNegative: mayGoNegative(name),
        })),
    )
    .onConflictDoNothing();
}

/**
 * In which order rows of accounts are taken, by everybody: wallets by their ids, then what everybody moves, in the order
 * in which a payment does: it comes in, is earned, goes back. docs/money.md, "Locks".
 */
export const lockSequence = `(case when not may_go_negative then 0 else case purpose
    when 'clearing' then 1 when 'earned' then 2 when 'refunding' then 3 else 4 end end), id`;

/**
 * For a transaction that moves money in several steps: all accounts it will touch, in one statement and before the first
 * step. `spread` is what its transfers are about. Accounts that were never used are opened before any row is taken: one
 * that somebody else opens meanwhile would be waited for with the others in hand.
 */
export async function lockAccounts(
  tx: Tx,
  wanted: readonly { account: AccountName; spread: string }[],
): Promise<void> {
  const rows = new Map(
    wanted.map(({ account, spread }) => {
      const stripe = stripeOf(account, spread);
      return [accountId(account, stripe), { name: account, stripe }];
    }),
  );
  if (rows.size === 0) return;
  const take = () =>
    run(
      tx,
      `select 1 from ledger_account where id = any($1::uuid[])
      and (select count(*) from ledger_account where id = any($1::uuid[])) = $2::int
      order by ${lockSequence} for update`,
      [`{${[...rows.keys()].join(',')}}`, rows.size],
    );
  if ((await take()).length > 0) return;
  await openAccounts(tx, [...rows.values()]);
  await take();
}

export interface Balance {
  balance: number;
  held: number;
  /** what may be spent now */
  available: number;
}

/** Zero for accounts that were never used; all stripes together. */
export async function readBalances(reader: Reader, names: readonly AccountName[]): Promise<Balance[]> {
  if (names.length === 0) return [];
  const tuples = names.map(
    (name) => sql`(${name.tenantId}, ${name.ownerKind}, ${name.ownerId}, ${name.purpose}, ${name.unit})`,
  );
  const found = await reader
    .select({
      ...pick(ledgerAccounts, 'tenantId', 'ownerKind', 'ownerId', 'purpose', 'unit'),
      balance: sql<number>`sum(${ledgerAccounts.balance})::bigint`.mapWith(Number),
      held: sql<number>`sum(${ledgerAccounts.held})::bigint`.mapWith(Number),
    })
    .from(ledgerAccounts)
    .where(sql`(tenant_id, owner_kind, owner_id, purpose, unit) in (${sql.join(tuples, sql`, `)})`)
    .groupBy(
      ledgerAccounts.tenantId,
      ledgerAccounts.ownerKind,
      ledgerAccounts.ownerId,
      ledgerAccounts.purpose,
      ledgerAccounts.unit,
    );
  const byName = new Map(
    found.map((row) => [nameText({ ...row, ownerKind: row.ownerKind as never }, 0), row]),
  );
  return names.map((name) => {
    const row = byName.get(nameText(name, 0));
    const balance = row?.balance ?? 0;
    const held = row?.held ?? 0;
    return { balance, held, available: balance - held };
  });
}
