import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { markVisitor, type VisitDay } from '#features/base/players/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { depositContract } from '../contract/deposits.ts';
import { coinDeposits } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

const ownShown = 20;

export type DepositRow = RowOf<typeof coinDeposits>;
type Values = NewRowOf<typeof coinDeposits>;

export async function insertDeposit(tx: Tx, tenantId: string, values: Values): Promise<void> {
  await insert(tx, tenantScope(tenantId), coinDeposits, values);
  if (values.playerId) markVisitor(tx, { tenantId, playerId: values.playerId });
}

/** Which of these players have brought coins or tickets to a machine of the merchant. */
export async function depositorsAmong(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<string[]> {
  const deposit = rows(tenantScope(tenantId), coinDeposits);
  const found = await reader
    .selectDistinct({ playerId: deposit.playerId })
    .from(deposit)
    .where(inArray(deposit.playerId, [...playerIds]));
  return found.flatMap(({ playerId }) => playerId ?? []);
}

/** The days on which these players brought something to a machine; it costs nothing. */
export async function depositorDays(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<VisitDay[]> {
  const deposit = rows(tenantScope(tenantId), coinDeposits);
  const { createdAt: at, siteId } = deposit;
  const day = sql<string>`${dayOf({ at, tenantId: deposit.tenantId, siteId })}::text`;
  const found = await reader
    .select({
      playerId: sql<string>`${deposit.playerId}`,
      siteId: deposit.siteId,
      day,
      firstAt: sql`min(${deposit.createdAt})`.mapWith(deposit.createdAt),
      lastAt: sql`max(${deposit.createdAt})`.mapWith(deposit.createdAt),
    })
    .from(deposit)
    .where(inArray(deposit.playerId, [...playerIds]))
    .groupBy(deposit.playerId, deposit.siteId, sql`3`);
  return found.map((row) => ({ ...row, paidFen: 0, topUpFen: 0 }));
}

/** When players brought coins or tickets since a moment, to join and to sum up. */
export function depositorView(scope: Scope, since: Date) {
  const deposit = rows(scope, coinDeposits);
  return new QueryBuilder()
    .select({
      tenantId: sql<string>`${deposit.tenantId}`.as('visit_tenant'),
      playerId: sql<string>`${deposit.playerId}`.as('visit_player'),
      siteId: sql<string>`${deposit.siteId}`.as('visit_site'),
      at: sql<string>`${deposit.createdAt}`.as('visited_at'),
      paidFen: sql<number>`0::bigint`.as('visit_paid'),
    })
    .from(deposit)
    .where(and(gte(deposit.createdAt, since), isNotNull(deposit.playerId)))
    .as('brought');
}

export async function updateDeposit(
  tx: Tx,
  row: Pick<DepositRow, 'tenantId' | 'id'>,
  set: Partial<Values>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), coinDeposits, { id: row.id }, set);
  if (set.playerId) markVisitor(tx, { tenantId: row.tenantId, playerId: set.playerId });
}

export async function lockByCommand(
  tx: Tx,
  tenantId: string,
  commandId: string,
): Promise<DepositRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), coinDeposits, { commandId }, 'update');
  return found;
}

/** Whether somebody has begun by the code that the machine showed then. */
export async function isWindowUsed(
  tx: Tx,
  { tenantId, deviceId }: Pick<DepositRow, 'tenantId' | 'deviceId'>,
  shownWindow: number,
): Promise<boolean> {
  const [used] = await find(tx, tenantScope(tenantId), coinDeposits, { deviceId, shownWindow });
  return used !== undefined;
}

/** In the order of their ids, so that two who book some of the same wait for each other. */
export const lockDeposits = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<DepositRow[]> =>
  find(tx, scope, coinDeposits, ({ id }) => inArray(id, [...new Set(ids)]), 'update');

/** One of the player's own, at whatever merchant. */
export async function findOwnDeposit(
  reader: Reader,
  scope: PlayerScope,
  id: string,
  lock?: 'update',
): Promise<DepositRow | undefined> {
  const [found] = await findOwn(reader, scope, coinDeposits, { id }, lock);
  return found;
}

/** The player's last ones at a machine, newest first. */
export async function listOwnDeposits(
  reader: Reader,
  scope: PlayerScope,
  { deviceId, unit }: Pick<DepositRow, 'deviceId' | 'unit'>,
): Promise<DepositRow[]> {
  const deposit = ownRows(scope, coinDeposits);
  return reader
    .select()
    .from(deposit)
    .where(and(eq(deposit.deviceId, deviceId), eq(deposit.unit, unit)))
    .orderBy(desc(deposit.createdAt), desc(deposit.id))
    .limit(ownShown);
}

/** Deposits of players for whom these machines count just now. */
export const lockCounting = (tx: Tx, tenantId: string, deviceIds: readonly string[]): Promise<DepositRow[]> =>
  find(
    tx,
    tenantScope(tenantId),
    coinDeposits,
    ({ deviceId, state }) => and(inArray(deviceId, [...deviceIds]), eq(state, 'counting'))!,
    'update',
  );

export const pageDeposits = listing(depositContract.listDeposits, (reader, scope, input) => {
  const deposit = rows(scope, coinDeposits);
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(deposit).leftJoin(device, ofDevice(deposit)).leftJoin(site, ofSite(deposit)),
    filters: {
      fieldId: equals(deposit.siteId),
      equipmentId: equals(deposit.deviceId),
      unit: equals(deposit.unit),
      state: equals(deposit.state),
      ...daysThere(deposit),
    },
    ...newestFirst(deposit),
    sort: { createdAt: deposit.createdAt, amount: deposit.amount },
  });
});
