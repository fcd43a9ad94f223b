import { sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { type AccountName, accountId } from './accounts.ts';
import { disorder } from './statement-queries.ts';

/** Ids of transfers grow with time: the first one that a moment could have. What is dated back has a later one. */
const firstIdAt = (at: Date) => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** Ids are made a little before the row is written, and clocks of servers differ. */
const slackMs = 10 * 60_000;

/** What one account, with all its stripes, gained between two moments, by the tenant whose movement it was. */
export async function gainsByTenant(
  reader: Reader,
  account: AccountName,
  window: { from: Date; to: Date },
): Promise<Map<string, number>> {
  const found = await reader.execute<{ tenant_id: string; amount: string }>(sql`
    select t.tenant_id, sum(e.amount)::text as amount
    from ledger_transfer t
    join ledger_entry e on e.transfer_id = t.id
    join ledger_account a on a.id = e.account_id
    where t.id >= ${firstIdAt(new Date(window.from.getTime() - slackMs))}::uuid
      and t.created_at >= ${window.from.toISOString()}::timestamptz
      and t.created_at < ${window.to.toISOString()}::timestamptz
      and a.tenant_id = ${account.tenantId} and a.owner_kind = ${account.ownerKind}
      and a.owner_id = ${account.ownerId} and a.purpose = ${account.purpose} and a.unit = ${account.unit}
    group by t.tenant_id`);
  return new Map([...found].map((row) => [row.tenant_id, Number(row.amount)]));
}

/**
 * What each of some accounts (none striped) gained since a moment by movements of some kinds. Places and times grow
 * together: the first line of the period is searched by halves, for all accounts in one statement.
 */
export async function gainsOf(
  reader: Reader,
  accounts: readonly AccountName[],
  { from, kinds }: { from: Date; kinds: readonly string[] },
): Promise<number[]> {
  if (accounts.length === 0) return [];
  const ids = accounts.map((account) => accountId(account, 0));
  const instant = from.toISOString();
  const found = await reader.execute<{ account_id: string; amount: string }>(sql`
    with recursive search (account_id, low, high) as (
      select id, 1::bigint, entries + 1 from ledger_account where id = any(${`{${ids.join(',')}}`}::uuid[])
      union all
      select s.account_id, case when t.created_at >= ${instant}::timestamptz then s.low else m.middle + 1 end,
        case when t.created_at >= ${instant}::timestamptz then m.middle else s.high end
      from search s
      cross join lateral (select (s.low + s.high) / 2 as middle) m
      join ledger_entry e on e.account_id = s.account_id and e.place = m.middle
      join ledger_transfer t on t.id = e.transfer_id
      where s.low < s.high
    )
    select s.account_id, sum(e.amount)::text as amount
    from search s
    join ledger_entry e on e.account_id = s.account_id and e.place >= s.low - ${disorder}::bigint
    join ledger_transfer t on t.id = e.transfer_id
    where s.low = s.high and t.created_at >= ${instant}::timestamptz
      and t.kind = any(${`{${kinds.join(',')}}`}::text[])
    group by s.account_id`);
  const byId = new Map([...found].map((row) => [row.account_id, Number(row.amount)]));
  return ids.map((id) => byId.get(id) ?? 0);
}
