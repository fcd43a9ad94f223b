import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { exchangeContract } from '../contract/exchange.ts';
import { coinDispenses } from '../tables.ts';
import { endOfDay } from './machines.ts';

type Dispenses = typeof coinDispenses extends TenantTable<infer T> ? T : never;
export type DispenseRow = Dispenses['$inferSelect'];
type Values = Omit<Dispenses['$inferInsert'], 'tenantId'>;

export async function insertDispense(tx: Tx, tenantId: string, values: Values): Promise<void> {
  await insert(tx, tenantScope(tenantId), coinDispenses, values);
}

export async function updateDispense(
  tx: Tx,
  row: Pick<DispenseRow, 'tenantId' | 'id'>,
  set: Partial<Values>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), coinDispenses, ({ id }) => eq(id, row.id), set);
}

export async function findByCommand(
  tx: Tx,
  tenantId: string,
  commandId: string,
): Promise<DispenseRow | undefined> {
  const dispense = rows(tenantScope(tenantId), coinDispenses);
  const [found] = await tx.select().from(dispense).where(eq(dispense.commandId, commandId)).for('update');
  return found;
}

/** The note that was taken first and for which the machine has not told yet what it gave. */
export async function oldestPending(
  tx: Tx,
  machine: { tenantId: string; deviceId: string },
  after: Date,
): Promise<DispenseRow | undefined> {
  const dispense = rows(tenantScope(machine.tenantId), coinDispenses);
  const [found] = await tx
    .select()
    .from(dispense)
    .where(
      and(
        eq(dispense.deviceId, machine.deviceId),
        eq(dispense.outcome, 'pending'),
        gte(dispense.createdAt, after),
      ),
    )
    .orderBy(asc(dispense.createdAt), asc(dispense.id))
    .limit(1)
    .for('update');
  return found;
}

/** Notes whose machine never told: nobody knows. */
export async function giveUpPending(tx: Tx, before: Date, now: Date): Promise<number> {
  const given = await update(
    tx,
    platformScope,
    coinDispenses,
    (dispense) => and(eq(dispense.outcome, 'pending'), lt(dispense.createdAt, before)),
    { outcome: 'unknown', settledAt: now },
  );
  return given.length;
}

type Filters = Omit<ParsedInputOf<typeof exchangeContract.listDispenses>, 'current' | 'size'>;

function matching(dispense: Dispenses, input: Filters): SQL | undefined {
  return and(
    input.fieldId ? eq(dispense.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(dispense.deviceId, input.equipmentId) : undefined,
    input.source ? eq(dispense.source, input.source) : undefined,
    input.outcome ? eq(dispense.outcome, input.outcome) : undefined,
    input.from ? gte(dispense.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(dispense.createdAt, endOfDay(input.to)) : undefined,
  );
}

export function pageDispenses(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof exchangeContract.listDispenses>,
) {
  const dispense = rows(scope, coinDispenses);
  const where = matching(dispense, input);
  const order = orderBy(
    input,
    { createdAt: dispense.createdAt, asked: dispense.asked, counted: dispense.counted },
    { sort: 'createdAt', order: 'desc' },
    dispense.id,
  );
  return selectPage<DispenseRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(dispense)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(dispense).where(where);
      return found?.total ?? 0;
    },
  );
}

const count = (what: SQL, when: SQL) => sql<number>`coalesce(sum(${what}) filter (where ${when}), 0)::int`;

/** By business day, online and offline. */
export async function sumFlow(reader: Reader, scope: Scope, filters: Filters & { from: string; to: string }) {
  const dispense = rows(scope, coinDispenses);
  const day = sql<string>`to_char(${dispense.createdAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const online = sql`${dispense.source} = 'order' and ${dispense.payWay} is distinct from 'counter'`;
  const counted = sql`coalesce(${dispense.counted}, 0)`;
  return reader
    .select({
      day: day.as('day'),
      onlineDispenses: count(sql`1`, online),
      onlineCoins: count(counted, online),
      offlineDispenses: count(sql`1`, sql`not (${online})`),
      offlineCoins: count(counted, sql`not (${online})`),
      notesYuan: sql<number>`coalesce(sum(${dispense.paidYuan}), 0)::int`,
      missingCoins: count(
        sql`greatest(${dispense.asked} - ${dispense.counted}, 0)`,
        sql`${dispense.asked} is not null and ${dispense.counted} is not null`,
      ),
    })
    .from(dispense)
    .where(and(matching(dispense, filters), lte(dispense.createdAt, endOfDay(filters.to))))
    .groupBy(sql`day`)
    .orderBy(desc(sql`day`));
}
