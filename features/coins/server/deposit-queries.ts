import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { findOwn } from '#kit/server/player-tables.ts';
import { type PlayerScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { depositContract } from '../contract/deposits.ts';
import { coinDeposits } from '../tables.ts';
import { endOfDay } from './machines.ts';

type Deposits = typeof coinDeposits extends TenantTable<infer T> ? T : never;
export type DepositRow = Deposits['$inferSelect'];
type Values = Omit<Deposits['$inferInsert'], 'tenantId'>;

export async function insertDeposit(tx: Tx, tenantId: string, values: Values): Promise<void> {
  await insert(tx, tenantScope(tenantId), coinDeposits, values);
}

export async function updateDeposit(
  tx: Tx,
  row: Pick<DepositRow, 'tenantId' | 'id'>,
  set: Partial<Values>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), coinDeposits, ({ id }) => eq(id, row.id), set);
}

export async function lockByCommand(
  tx: Tx,
  tenantId: string,
  commandId: string,
): Promise<DepositRow | undefined> {
  const deposit = rows(tenantScope(tenantId), coinDeposits);
  const [found] = await tx.select().from(deposit).where(eq(deposit.commandId, commandId)).for('update');
  return found;
}

/** In the order of their ids, so that two who book some of the same wait for each other. */
export function lockDeposits(tx: Tx, scope: Scope, ids: readonly string[]): Promise<DepositRow[]> {
  const deposit = rows(scope, coinDeposits);
  return tx
    .select()
    .from(deposit)
    .where(inArray(deposit.id, [...new Set(ids)]))
    .orderBy(asc(deposit.id))
    .for('update');
}

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
  const where = and(
    input.fieldId ? eq(deposit.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(deposit.deviceId, input.equipmentId) : undefined,
    input.unit ? eq(deposit.unit, input.unit) : undefined,
    input.state ? eq(deposit.state, input.state) : undefined,
    input.from ? gte(deposit.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(deposit.createdAt, endOfDay(input.to)) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: deposit.createdAt, amount: deposit.amount },
    { sort: 'createdAt', order: 'desc' },
    deposit.id,
  );
  return selectPage<DepositRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(deposit)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(deposit).where(where);
      return found?.total ?? 0;
    },
  );
}
