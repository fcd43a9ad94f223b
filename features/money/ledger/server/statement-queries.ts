import { and, between, desc, eq, gt, gte, inArray, lt, min, type SQL, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Unit } from '../contract.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import { type AccountName, accountId, stripedKinds } from './accounts.ts';

export interface StatementLine {
  /** give it as `before` to read on */
  place: number;
  at: Date;
  transferId: string;
  kind: string;
  subjectKind: string | null;
  subjectId: string | null;
  note: Record<string, unknown>;
  amount: number;
  balanceAfter: number;
}

/** The one row of an account that is not striped: only such a one has a running balance. */
function soleId(account: AccountName): string {
  if (stripedKinds.includes(account.ownerKind))
    throw new RangeError('a striped account has no single running balance');
  return accountId(account, 0);
}

const lineColumns = {
  place: ledgerEntries.place,
  at: ledgerTransfers.createdAt,
  transferId: ledgerTransfers.id,
  ...pick(ledgerTransfers, 'kind', 'subjectKind', 'subjectId', 'note'),
  amount: ledgerEntries.amount,
  balanceAfter: ledgerEntries.balanceAfter,
};

function selectLines(
  reader: Reader,
  where: SQL | undefined,
  window: { limit: number; offset?: number },
): Promise<StatementLine[]> {
  return reader
    .select(lineColumns)
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(where)
    .orderBy(desc(ledgerEntries.place))
    .limit(window.limit)
    .offset(window.offset ?? 0);
}

/** Newest first, with the balance after each line. By place and not by page: as quick at the end as at the start. */
export async function readStatement(
  reader: Reader,
  account: AccountName,
  window: { before?: number; limit: number },
): Promise<StatementLine[]> {
  return selectLines(
    reader,
    and(
      eq(ledgerEntries.accountId, soleId(account)),
      window.before === undefined ? undefined : lt(ledgerEntries.place, window.before),
    ),
    window,
  );
}

export interface OwnerLine extends Omit<StatementLine, 'place'> {
  tenantId: string;
  purpose: string;
  unit: Unit;
}

/** What came to all accounts of one owner and went from them, newest first, wherever they are. */
export async function pageOwnerLines(
  reader: Reader,
  owner: Pick<AccountName, 'ownerKind' | 'ownerId'>,
  units: readonly Unit[],
  window: { limit: number; offset: number },
): Promise<{ lines: OwnerLine[]; total: number }> {
  const where = and(
    eq(ledgerAccounts.ownerKind, owner.ownerKind),
    eq(ledgerAccounts.ownerId, owner.ownerId),
    inArray(ledgerAccounts.unit, [...units]),
  );
  const { place: _, ...columns } = lineColumns;
  const [lines, [found]] = await Promise.all([
    reader
      .select({
        ...columns,
        ...pick(ledgerAccounts, 'tenantId', 'purpose', 'unit'),
      })
      .from(ledgerAccounts)
      .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .where(where)
      .orderBy(desc(ledgerTransfers.createdAt), desc(ledgerTransfers.id), desc(ledgerEntries.place))
      .limit(window.limit)
      .offset(window.offset),
    // an account knows how many lines it has
    reader
      .select({ total: sql<number>`coalesce(sum(${ledgerAccounts.entries}), 0)::int`.mapWith(Number) })
      .from(ledgerAccounts)
      .where(where),
  ]);
  return { lines, total: found?.total ?? 0 };
}

/** How far the times of neighbouring lines may stand in another order than the lines: a transfer that waited for a lock. */
export const disorder = 500;

/** The place of the first line at or after an instant. Places and times grow together, so it is searched by halves. */
async function placeAt(reader: Reader, account: string, at: Date, entries: number): Promise<number> {
  const instant = at.toISOString();
  const [found] = await reader.execute<{ place: string }>(sql`
    with recursive search (low, high) as (
      select 1::bigint, ${entries}::bigint + 1
      union all
      select case when t.created_at >= ${instant}::timestamptz then s.low else m.middle + 1 end,
        case when t.created_at >= ${instant}::timestamptz then m.middle else s.high end
      from search s
      cross join lateral (select (s.low + s.high) / 2 as middle) m
      join ledger_entry e on e.account_id = ${account}::uuid and e.place = m.middle
      join ledger_transfer t on t.id = e.transfer_id
      where s.low < s.high
    ) select low as place from search where low = high`);
  const near = Number(found?.place ?? entries + 1);
  const [earlier] = await reader
    .select({ place: min(ledgerEntries.place) })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(
        eq(ledgerEntries.accountId, account),
        between(ledgerEntries.place, near - disorder, near - 1),
        gte(ledgerTransfers.createdAt, at),
      ),
    );
  return earlier?.place ?? near;
}

export interface StatementFilter {
  kinds?: readonly string[];
  direction?: 'in' | 'out';
  from?: Date;
  /** not itself */
  to?: Date;
  /** lines before this place only */
  before?: number;
}

/** The places that lie in the days asked for; empty when `last` < `first`. */
async function boundsOf(reader: Reader, account: string, filter: StatementFilter) {
  const [row] = await reader
    .select({ entries: ledgerAccounts.entries })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, account));
  const entries = row?.entries ?? 0;
  const [first, end] = await Promise.all([
    filter.from ? placeAt(reader, account, filter.from, entries) : 1,
    filter.to ? placeAt(reader, account, filter.to, entries) : entries + 1,
  ]);
  return { first, last: Math.min(end, filter.before ?? end) - 1 };
}

/** A filter looks at that many lines; what lies further back is reached by asking for earlier days. */
const filterReach = 200_000;
const countedUpTo = 10_000;

export interface StatementPage {
  lines: StatementLine[];
  /** exact without a filter by kind or direction; with one, counted up to 10,000 */
  total: number;
  /** lines further back than the filter looked */
  more: boolean;
}

/**
 * A page of a statement. Places have no gaps, so a page of all lines is found by arithmetic, however far back it is;
 * a filter by kind or direction walks back from the newest line of the period.
 */
export async function pageStatement(
  reader: Reader,
  account: AccountName,
  filter: StatementFilter,
  window: { limit: number; offset: number },
): Promise<StatementPage> {
  const id = soleId(account);
  const { first, last } = await boundsOf(reader, id, filter);
  if (last < first) return { lines: [], total: 0, more: false };
  if (!filter.kinds && !filter.direction) {
    const newest = last - window.offset;
    const oldest = Math.max(first, newest - window.limit + 1);
    const lines =
      newest < first
        ? []
        : await selectLines(
            reader,
            and(eq(ledgerEntries.accountId, id), between(ledgerEntries.place, oldest, newest)),
            { limit: window.limit },
          );
    return { lines, total: last - first + 1, more: false };
  }
  const reached = Math.max(first, last - filterReach + 1);
  const where = and(
    eq(ledgerEntries.accountId, id),
    between(ledgerEntries.place, reached, last),
    filter.kinds ? inArray(ledgerTransfers.kind, [...filter.kinds]) : undefined,
    filter.direction === 'in' ? gt(ledgerEntries.amount, 0) : undefined,
    filter.direction === 'out' ? lt(ledgerEntries.amount, 0) : undefined,
  );
  const counted = reader
    .select({ place: ledgerEntries.place })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(where)
    .orderBy(desc(ledgerEntries.place))
    .limit(countedUpTo)
    .as('counted');
  const [lines, total] = await Promise.all([selectLines(reader, where, window), reader.$count(counted)]);
  return { lines, total, more: reached > first };
}

export interface StatementSum {
  kind: string;
  in: number;
  out: number;
  count: number;
}

/** What a period brought and took, kind by kind, between the balances before and after it. */
export async function sumStatement(
  reader: Reader,
  account: AccountName,
  period: { from: Date; to: Date },
): Promise<{ opening: number; closing: number; kinds: StatementSum[] }> {
  const id = soleId(account);
  const { first, last } = await boundsOf(reader, id, period);
  const balanceAt = async (place: number) => {
    const [line] = await reader
      .select({ balance: ledgerEntries.balanceAfter })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.accountId, id), eq(ledgerEntries.place, place)));
    return line?.balance ?? 0;
  };
  const amount = ledgerEntries.amount;
  const [opening, closing, kinds] = await Promise.all([
    balanceAt(first - 1),
    balanceAt(last),
    reader
      .select({
        kind: ledgerTransfers.kind,
        in: sql<number>`coalesce(sum(${amount}) filter (where ${amount} > 0), 0)::bigint`.mapWith(Number),
        out: sql<number>`coalesce(-sum(${amount}) filter (where ${amount} < 0), 0)::bigint`.mapWith(Number),
        count: sql<number>`count(*)::int`.mapWith(Number),
      })
      .from(ledgerEntries)
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .where(and(eq(ledgerEntries.accountId, id), between(ledgerEntries.place, first, last)))
      .groupBy(ledgerTransfers.kind)
      .orderBy(ledgerTransfers.kind),
  ]);
  return { opening, closing, kinds };
}

export interface Movement {
  id: string;
  tenantId: string;
  at: Date;
  kind: string;
  subject: { kind: string; id: string } | undefined;
  note: Record<string, unknown>;
  legs: { account: AccountName; amount: number; balanceAfter: number; striped: boolean }[];
}

/** One transfer with all its legs. Who may see which of them is for the caller to judge. */
export async function readMovement(reader: Reader, transferId: string): Promise<Movement | undefined> {
  const [found, legs] = await Promise.all([
    reader.select().from(ledgerTransfers).where(eq(ledgerTransfers.id, transferId)),
    reader
      .select()
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(eq(ledgerEntries.transferId, transferId))
      .orderBy(ledgerEntries.amount, ledgerEntries.accountId, ledgerEntries.place),
  ]);
  const transfer = found[0];
  if (!transfer) return undefined;
  return {
    id: transfer.id,
    tenantId: transfer.tenantId,
    at: transfer.createdAt,
    kind: transfer.kind,
    subject:
      transfer.subjectKind && transfer.subjectId
        ? { kind: transfer.subjectKind, id: transfer.subjectId }
        : undefined,
    note: transfer.note,
    legs: legs.map(({ ledger_entry: entry, ledger_account: account }) => {
      const ownerKind = account.ownerKind as AccountName['ownerKind'];
      return {
        account: {
          tenantId: account.tenantId,
          ownerKind,
          ...pick(account, 'ownerId', 'purpose', 'unit'),
        },
        amount: entry.amount,
        balanceAfter: entry.balanceAfter,
        striped: stripedKinds.includes(ownerKind),
      };
    }),
  };
}
