import { sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { userTypes } from '#kit/server/session.ts';

interface Person {
  tenantId: string;
  userId: string;
}

const notOwned = sql.raw(`user_type in (${userTypes.staff}, ${userTypes.franchisee})`);

/**
 * The person, and everybody who made the account or set its password, phone or role after `since`, and who did so with theirs.
 * Owners are left out: what they let somebody do is theirs.
 */
export async function makersOf(reader: Reader, { tenantId, userId }: Person, since: Date): Promise<string[]> {
  const found = await reader.execute<{ id: string }>(sql`
    with recursive above as (
      select id, set_by, own_since from user_account where tenant_id = ${tenantId} and id = ${userId}
      union
      select u.id, u.set_by, u.own_since from above a
      join user_account u on u.tenant_id = ${tenantId} and u.id = a.set_by and ${notOwned}
      where a.own_since > ${since.toISOString()}::timestamptz
    )
    select id from above`);
  return found.map(({ id }) => id);
}

/** The person, and the accounts that the person made or took in hand after `since`, and theirs; also removed ones. */
export async function madeBy(reader: Reader, { tenantId, userId }: Person, since: Date): Promise<string[]> {
  const found = await reader.execute<{ id: string }>(sql`
    with recursive below as (
      select ${userId}::uuid as id
      union
      select u.id from below b
      join user_account u on u.tenant_id = ${tenantId} and u.set_by = b.id and ${notOwned}
        and u.own_since > ${since.toISOString()}::timestamptz
    )
    select id from below`);
  return found.map(({ id }) => id);
}
