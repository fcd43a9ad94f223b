import { sql as sqlTag } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { BooksCheck } from '#kit/server/books-check.ts';
import type { Database, Reader } from '#kit/server/database.ts';
import type { CheckName, Proof, Unit } from '../contract.ts';

/** A statement whose rows are what is wrong; each row is one text that names it. */
interface Check {
  name: CheckName;
  sql: string;
}

const checks: readonly Check[] = [
  {
    name: 'unitsSumToZero',
    sql: `select unit || ' ' || sum(balance) as wrong from ledger_account group by unit having sum(balance) <> 0`,
  },
  {
    name: 'transfersBalance',
    sql: `select e.transfer_id || ' ' || a.unit || ' ' || sum(e.amount) as wrong
      from ledger_entry e join ledger_account a on a.id = e.account_id
      group by e.transfer_id, a.unit having sum(e.amount) <> 0
      union all
      select t.id || ' without entries' from ledger_transfer t
      where not exists (select from ledger_entry e where e.transfer_id = t.id)`,
  },
  {
    name: 'balancesMatchEntries',
    sql: `select a.id || ' ' || a.balance || ' <> ' || coalesce(s.sum, 0) as wrong
      from ledger_account a left join (
        select account_id, sum(amount) as sum, count(*) as number from ledger_entry group by account_id
      ) s on s.account_id = a.id
      where a.balance <> coalesce(s.sum, 0) or a.entries <> coalesce(s.number, 0)`,
  },
  {
    name: 'entriesRunOn',
    sql: `select account_id || ' ' || place as wrong from (
        select account_id, place, balance_after, sum(amount) over own as running, row_number() over own as number
        from ledger_entry window own as (partition by account_id order by place)
      ) e where running <> balance_after or number <> place`,
  },
  {
    name: 'heldMatchesHolds',
    sql: `select a.id || ' ' || a.held || ' <> ' || coalesce(s.sum, 0) as wrong
      from ledger_account a left join (
        select account_id, sum(amount) as sum from ledger_hold where state = 'open' group by account_id
      ) s on s.account_id = a.id
      where a.held <> coalesce(s.sum, 0)
      union all
      select h.id || ' posted ' || h.posted_amount || ' <> ' || -e.amount from ledger_hold h
      join ledger_entry e on e.transfer_id = h.transfer_id and e.account_id = h.account_id
      where h.state = 'posted' and e.amount < 0 and -e.amount <> h.posted_amount`,
  },
  {
    name: 'nothingOverdrawn',
    sql: `select id || ' ' || balance || ' - ' || held as wrong from ledger_account
      where not may_go_negative and balance - held < 0`,
  },
];

/** More than anybody reads at once; the number of all is said beside them. */
const shownExamples = 50;

interface WrongRow {
  wrong: string;
  transfer_id?: string | null;
  account_id?: string | null;
}

const mendableOf = (rows: readonly WrongRow[]) =>
  rows.flatMap(({ wrong, transfer_id: transferId, account_id: accountId }) =>
    transferId && accountId ? [{ text: wrong, transferId, accountId }] : [],
  );

/** Whether a check blames this entry now: only such a one may be put right by hand. */
export async function isBlamed(
  reader: Reader,
  checks: readonly BooksCheck[],
  entry: { transferId: string; accountId: string },
): Promise<boolean> {
  for (const check of checks) {
    const rows = (await reader.execute(sqlTag.raw(check.sql))) as unknown as WrongRow[];
    const found = mendableOf([...rows]).some(
      ({ transferId, accountId }) => transferId === entry.transferId && accountId === entry.accountId,
    );
    if (found) return true;
  }
  return false;
}

/** All checks look at one moment: what is booked while they run is seen by all of them or by none. */
export async function prove(db: Database, now: Date, more: readonly BooksCheck[] = []): Promise<Proof> {
  return db.raw.begin('isolation level repeatable read read only', async (tx) => {
    const [counts] = await tx<[{ accounts: number; transfers: number; entries: number; holds: number }]>`
      select (select count(*)::int from ledger_account) as accounts,
        (select count(*)::int from ledger_transfer) as transfers,
        (select count(*)::int from ledger_entry) as entries,
        (select count(*)::int from ledger_hold where state = 'open') as holds`;
    const totals = await tx<{ unit: Unit; sum: string; turnover: string }[]>`
      select a.unit, coalesce(sum(e.amount), 0) as sum, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as turnover
      from ledger_account a left join ledger_entry e on e.account_id = a.id group by a.unit order by a.unit`;
    const results = [];
    for (const { name, sql } of [...checks, ...more]) {
      const wrong = await tx.unsafe<WrongRow[]>(sql);
      results.push({
        name,
        holds: wrong.length === 0,
        wrong: wrong.length,
        examples: wrong.slice(0, shownExamples).map((row) => row.wrong),
        mendable: mendableOf(wrong.slice(0, shownExamples)),
      });
    }
    return {
      holds: results.every((result) => result.holds),
      at: now.toISOString(),
      ...pick(counts, 'accounts', 'transfers', 'entries'),
      openHolds: counts.holds,
      totals: totals.map((row) => ({ unit: row.unit, sum: Number(row.sum), turnover: Number(row.turnover) })),
      checks: results,
    };
  }) as Promise<Proof>;
}
