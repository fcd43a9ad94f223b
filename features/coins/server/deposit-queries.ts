import { inArray } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows, since, until } from '#kit/server/page-rows.ts';
import { findOwn } from '#kit/server/player-tables.ts';
import { type PlayerScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { depositContract } from '../contract/deposits.ts';
import { coinDeposits } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

export type DepositRow = RowOf<typeof coinDeposits>;
type Values = NewRowOf<typeof coinDeposits>;

export async function insertDeposit(tx: Tx, tenantId: string, values: Values): Promise<void> {
  await insert(tx, tenantScope(tenantId), coinDeposits, values);
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

export async function updateDeposit(
  tx: Tx,
  row: Pick<DepositRow, 'tenantId' | 'id'>,
  set: Partial<Values>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), coinDeposits, { id: row.id }, set);
}

export async function lockByCommand(
  tx: Tx,
  tenantId: string,
  commandId: string,
): Promise<DepositRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), coinDeposits, { commandId }, 'update');
  return found;
}

/** In the order of their ids, so that two who book some of the same wait for each other. */
export const lockDeposits = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<DepositRow[]> =>
  find(tx, scope, coinDeposits, ({ id }) => inArray(id, [...new Set(ids)]), 'update');

/** One of the player's own, at whatever merchant. */
export async function findOwnDeposit(
  reader: Reader,
  scope: PlayerScope,
  id: string,
): Promise<DepositRow | undefined> {
  const [found] = await findOwn(reader, scope, coinDeposits, { id });
  return found;
}

export function pageDeposits(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof depositContract.listDeposits>,
) {
  const deposit = rows(scope, coinDeposits);
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select()
        .from(deposit)
        .leftJoin(device, ofDevice(deposit))
        .leftJoin(site, ofSite(deposit))
        .$dynamic(),
    filters: {
      fieldId: equals(deposit.siteId),
      equipmentId: equals(deposit.deviceId),
      unit: equals(deposit.unit),
      state: equals(deposit.state),
      from: since(deposit.createdAt),
      to: until(deposit.createdAt),
    },
    sort: { createdAt: deposit.createdAt, amount: deposit.amount },
    usual: { by: 'createdAt', order: 'desc' },
    tie: deposit.id,
  });
}
