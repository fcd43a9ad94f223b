import { sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { AccountName } from './accounts.ts';

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
