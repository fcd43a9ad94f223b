import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdNames } from '#kit/server/hold-names.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type NewRowOf, type RowOf, rows } from '#kit/server/tables.ts';
import {
  type shareDebts,
  type shareEntries,
  type shareLines,
  type shareOrders,
  shareReceivers,
  shareRules,
  type shareRuns,
  shareVersions,
} from '../tables.ts';

export type ReceiverRow = RowOf<typeof shareReceivers>;
export type RuleRow = RowOf<typeof shareRules>;
export type VersionRow = RowOf<typeof shareVersions>;
export type RunRow = RowOf<typeof shareRuns>;
export type SharedOrderRow = RowOf<typeof shareOrders>;
export type LineRow = RowOf<typeof shareLines>;
export type NewEntry = NewRowOf<typeof shareEntries>;
export type DebtRow = RowOf<typeof shareDebts>;

export async function findReceivers(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ReceiverRow>> {
  if (ids.length === 0) return new Map();
  const receiver = rows(scope, shareReceivers);
  const found = await reader
    .select()
    .from(receiver)
    .where(inArray(receiver.id, [...new Set(ids)]));
  return new Map(found.map((row) => [row.id, row]));
}

export async function findRule(reader: Reader, scope: Scope, siteId: string): Promise<RuleRow | undefined> {
  const rule = rows(scope, shareRules);
  const [found] = await reader.select().from(rule).where(eq(rule.siteId, siteId));
  return found;
}

/** Versions that hold, have held or will hold, by site and in the order of their days. */
export async function findVersions(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<Map<string, VersionRow[]>> {
  const bySite = new Map<string, VersionRow[]>();
  if (siteIds.length === 0) return bySite;
  const version = rows(scope, shareVersions);
  const found = await reader
    .select()
    .from(version)
    .where(and(inArray(version.siteId, [...siteIds]), isNull(version.withdrawnAt)))
    .orderBy(asc(version.siteId), asc(version.effectiveFrom));
  for (const row of found) bySite.set(row.siteId, [...(bySite.get(row.siteId) ?? []), row]);
  return bySite;
}

/** An order is shared, or refunded, by one at a time. */
export const holdOrders = (tx: Tx, tenantId: string, orderIds: readonly string[]): Promise<void> =>
  holdNames(
    tx,
    'shares of order',
    orderIds.map((id) => [tenantId, id]),
  );
