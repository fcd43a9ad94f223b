import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { balanceView } from '#features/money/ledger/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';

/** Everything the player has anywhere; accounts that were emptied are left out. */
export function readPurses(reader: Reader, playerId: string) {
  const account = balanceView();
  return reader
    .select({
      ...pick(account, 'tenantId', 'purpose', 'unit', 'balance', 'held'),
    })
    .from(account)
    .where(
      and(
        eq(account.ownerKind, 'player'),
        eq(account.ownerId, playerId),
        or(sql`${account.balance} <> 0`, sql`${account.held} <> 0`),
      ),
    )
    .orderBy(account.tenantId, account.purpose, account.unit);
}

/** Accounts of players are at a site, whether money or cash bought what is there (features/money/ledger, account-names.ts). */
export const siteOf = (purpose: string): string | null => /^(?:site|cash):(.+)$/.exec(purpose)?.[1] ?? null;

/** What merchants and shops of some rows are called. */
export async function namesOf(
  reader: Reader,
  rows: readonly { tenantId: string; siteId: string | null }[],
): Promise<{ tenants: Map<string, string>; sites: Map<string, string> }> {
  const tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const siteIds = [...new Set(rows.flatMap(({ siteId }) => siteId ?? []))];
  const tenant = tenantView(platformScope);
  const [tenants, sites] = await Promise.all([
    tenantIds.length === 0
      ? []
      : reader.select({ id: tenant.id, name: tenant.name }).from(tenant).where(inArray(tenant.id, tenantIds)),
    siteNames(reader, platformScope, siteIds),
  ]);
  return { tenants: new Map(tenants.map(({ id, name }) => [id, name])), sites };
}
