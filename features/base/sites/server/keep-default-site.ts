import { and, asc, eq, isNull } from 'drizzle-orm';
import { forbidden, missing } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows, update } from '#kit/server/tables.ts';
import { sites } from '../tables.ts';
import { lockDefault } from './site-queries.ts';

/** What concerns the whole merchant is not for accounts that see some of its sites. */
export function assertAllSites(scope: Scope): asserts scope is Scope & { kind: 'tenant' } {
  if (scope.kind !== 'tenant') throw missing();
  if (scope.siteIds !== null) throw forbidden('sites:error.limitedAccount');
}

/** Exactly one: the old one loses the flag in the same step. */
export async function moveDefault(tx: Tx, tenantId: string, siteId: string): Promise<void> {
  const whole = tenantScope(tenantId);
  await lockDefault(tx, tenantId);
  await update(tx, whole, sites, (site) => eq(site.isDefault, true), { isDefault: false });
  await update(tx, whole, sites, (site) => eq(site.id, siteId), { isDefault: true });
}

/** After a removal, or before the first site: the earliest site takes the flag if nobody has it. */
export async function ensureDefault(tx: Tx, tenantId: string): Promise<void> {
  const whole = tenantScope(tenantId);
  await lockDefault(tx, tenantId);
  const site = rows(whole, sites);
  const [holder] = await tx.select({ id: site.id }).from(site).where(eq(site.isDefault, true)).limit(1);
  if (holder) return;
  const [heir] = await tx
    .select({ id: site.id })
    .from(site)
    .where(isNull(site.removedAt))
    .orderBy(asc(site.sort), asc(site.id))
    .limit(1);
  if (heir)
    await update(tx, whole, sites, (column) => and(eq(column.id, heir.id), isNull(column.removedAt)), {
      isDefault: true,
    });
}
