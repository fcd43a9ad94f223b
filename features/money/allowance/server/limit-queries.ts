import { sql } from 'drizzle-orm';
import { type StaffMember, staffMember } from '#features/base/accounts/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { type AllowanceLimit, usualLimit } from '../rules/worth-rules.ts';
import { allowanceLimits } from '../tables.ts';

export type LimitRow = RowOf<typeof allowanceLimits>;

export const readLimits = (reader: Reader, tenantId: string): Promise<LimitRow[]> =>
  find(reader, tenantScope(tenantId), allowanceLimits, {});

/** Of the job role, else of everybody, else what is usual. */
export function limitFor(set: readonly LimitRow[], roleId: string | null | undefined): AllowanceLimit {
  const own = roleId ? set.find((row) => row.roleId === roleId) : undefined;
  return own ?? set.find((row) => row.roleId === null) ?? usualLimit;
}

/** Null: what the person gives is the person's own. */
export async function limitOf(
  reader: Reader,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<{ member: StaffMember | undefined; limit: AllowanceLimit | null }> {
  const [member, set] = await Promise.all([
    staffMember(reader, tenantId, userId),
    readLimits(reader, tenantId),
  ]);
  return { member, limit: member?.owner ? null : limitFor(set, member?.roleId) };
}

export async function writeLimit(
  tx: Tx,
  tenantId: string,
  roleId: string | null,
  { perDayFen, aloneFen }: AllowanceLimit,
): Promise<void> {
  await tx.execute(sql`insert into allowance_limit (tenant_id, id, role_id, per_day_fen, alone_fen)
    values (${tenantId}, ${newId()}, ${roleId}::uuid, ${perDayFen}, ${aloneFen})
    on conflict (tenant_id, role_id) do update
      set per_day_fen = excluded.per_day_fen, alone_fen = excluded.alone_fen`);
}
