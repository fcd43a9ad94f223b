import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, matching, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { exchangeMachinesContract } from '../contract/exchange-machines.ts';
import { coinDispenses } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

type Dispenses = ColumnsOf<typeof coinDispenses>;
export type DispenseRow = RowOf<typeof coinDispenses>;
type Values = NewRowOf<typeof coinDispenses>;

export async function insertDispense(tx: Tx, tenantId: string, values: Values): Promise<void> {
  await insert(tx, tenantScope(tenantId), coinDispenses, values);
}

export async function updateDispense(
  tx: Tx,
  row: Pick<DispenseRow, 'tenantId' | 'id'>,
  set: Partial<Values>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), coinDispenses, { id: row.id }, set);
}

export async function findByCommand(
  tx: Tx,
  tenantId: string,
  commandId: string,
): Promise<DispenseRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), coinDispenses, { commandId }, 'update');
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

type Filters = Omit<ParsedInputOf<typeof exchangeMachinesContract.exchangeFlow>, 'current' | 'size'>;

const rulesOf = (dispense: Dispenses) => ({
  fieldId: equals(dispense.siteId),
  equipmentId: equals(dispense.deviceId),
  ...daysThere(dispense),
});

export const pageDispenses = listing(exchangeMachinesContract.listDispenses, (reader, scope, input) => {
  const dispense = rows(scope, coinDispenses);
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(dispense).leftJoin(device, ofDevice(dispense)).leftJoin(site, ofSite(dispense)),
    filters: { ...rulesOf(dispense), source: equals(dispense.source), outcome: equals(dispense.outcome) },
    ...newestFirst(dispense),
    sort: { createdAt: dispense.createdAt, asked: dispense.asked, counted: dispense.counted },
  });
});

const count = (what: SQL, when: SQL) => sql<number>`coalesce(sum(${what}) filter (where ${when}), 0)::int`;

/** By the business day of the site, online and offline. */
export async function sumFlow(reader: Reader, scope: Scope, filters: Filters & { from: string; to: string }) {
  const dispense = rows(scope, coinDispenses);
  const { createdAt, tenantId, siteId } = dispense;
  const day = sql<string>`${dayOf({ at: createdAt, tenantId, siteId })}::text`;
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
    .where(matching(filters, rulesOf(dispense)))
    .groupBy(sql`day`)
    .orderBy(desc(sql`day`));
}
