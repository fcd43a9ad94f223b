import { and, asc, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { exchangeMachinesContract } from '../contract/exchange-machines.ts';
import { exchangeAccounts, exchangeEntries, exchangeStocktakes } from '../tables.ts';

export type AccountRow = RowOf<typeof exchangeAccounts>;
export type EntryRow = RowOf<typeof exchangeEntries>;
export type StocktakeRow = RowOf<typeof exchangeStocktakes>;

export interface MachineKey {
  tenantId: string;
  deviceId: string;
  siteId: string;
  code: string;
}

/** Null while nobody has counted: what went in and out since says nothing about what was there before. */
export const expectedOf = ({ baseCoins, loaded, out }: AccountRow): number | null =>
  baseCoins === null ? null : baseCoins + loaded - out;

/** Held until the transaction ends; opened at first use. */
export async function lockAccount(tx: Tx, machine: MachineKey): Promise<AccountRow> {
  const { tenantId, deviceId, siteId, code } = machine;
  await tx.execute(sql`
    insert into exchange_account (tenant_id, device_id, site_id, code)
    values (${tenantId}, ${deviceId}, ${siteId}, ${code}) on conflict (tenant_id, device_id) do nothing`);
  const [found] = await find(tx, tenantScope(tenantId), exchangeAccounts, { deviceId }, 'update');
  return found as AccountRow;
}

export async function updateAccount(
  tx: Tx,
  account: Pick<AccountRow, 'tenantId' | 'deviceId'>,
  set: Partial<Pick<AccountRow, 'siteId' | 'baseCoins' | 'baseAt' | 'loaded' | 'out'>>,
): Promise<void> {
  await update(
    tx,
    tenantScope(account.tenantId),
    exchangeAccounts,
    ({ deviceId }) => eq(deviceId, account.deviceId),
    set,
  );
}

/** Coin exchange machines, by site and then as staff put them. */
export const pageExchanges = listing(
  exchangeMachinesContract.listExchangeAccounts,
  (reader, scope, input) => {
    const device = deviceView(scope);
    return pageRows(reader, input, {
      from: () => reader.select({ id: device.id }).from(device),
      where: and(eq(device.type, 'exchange'), isNull(device.unboundAt)),
      filters: { fieldId: equals(device.siteId) },
      sort: { equipmentNo: device.number },
      usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
      tie: device.id,
    });
  },
);

export async function selectAccounts(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<Map<string, AccountRow>> {
  if (deviceIds.length === 0) return new Map();
  const account = rows(scope, exchangeAccounts);
  const found = await reader
    .select()
    .from(account)
    .where(inArray(account.deviceId, [...deviceIds]));
  return new Map(found.map((row) => [row.deviceId, row]));
}

export async function insertEntry(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof exchangeEntries>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), exchangeEntries, values);
}

/** Coins that went out stand in one line a day. */
export async function addOut(
  tx: Tx,
  machine: MachineKey,
  out: { id: string; day: string; coins: number; expected: number | null; at: Date },
): Promise<void> {
  const { tenantId, deviceId, siteId, code } = machine;
  await tx.execute(sql`
    insert into exchange_entry (tenant_id, id, created_at, device_id, site_id, code, kind, day, coins, expected)
    values (${tenantId}, ${out.id}, ${out.at.toISOString()}, ${deviceId}, ${siteId}, ${code}, 'out', ${out.day},
      ${-out.coins}, ${out.expected})
    on conflict (tenant_id, device_id, day) where kind = 'out' do update set
      coins = exchange_entry.coins + excluded.coins, expected = excluded.expected,
      created_at = greatest(exchange_entry.created_at, excluded.created_at)`);
}

/** The oldest load of which the machine was told and has not spoken yet. */
export async function loadAwaitingEcho(
  tx: Tx,
  machine: MachineKey,
  after: Date,
): Promise<EntryRow | undefined> {
  const entry = rows(tenantScope(machine.tenantId), exchangeEntries);
  const [found] = await tx
    .select()
    .from(entry)
    .where(and(eq(entry.deviceId, machine.deviceId), entry.awaitsEcho, gte(entry.createdAt, after)))
    .orderBy(asc(entry.createdAt), asc(entry.id))
    .limit(1);
  return found;
}

export async function endEcho(
  tx: Tx,
  tenantId: string,
  entryId: string,
  echoCoins: number | null,
): Promise<void> {
  await update(tx, tenantScope(tenantId), exchangeEntries, ({ id }) => eq(id, entryId), {
    awaitsEcho: false,
    echoCoins,
  });
}

export async function findEntryByRequest(
  tx: Tx,
  tenantId: string,
  requestId: string,
): Promise<EntryRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), exchangeEntries, { requestId });
  return found;
}

export const pageEntries = listing(exchangeMachinesContract.listExchangeEntries, (reader, scope, input) => {
  const entry = rows(scope, exchangeEntries);
  return pageRows(reader, input, {
    from: () => reader.select().from(entry),
    filters: {
      equipmentId: equals(entry.deviceId),
      from: sinceDay(entry.day),
      to: untilDay(entry.day),
    },
    sort: { createdAt: entry.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: entry.id,
  });
});

export async function insertStocktake(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof exchangeStocktakes>,
): Promise<StocktakeRow> {
  const [row] = await insert(tx, tenantScope(tenantId), exchangeStocktakes, values);
  return row as StocktakeRow;
}

export async function updateStocktake(
  tx: Tx,
  row: Pick<StocktakeRow, 'tenantId' | 'id'>,
  set: Partial<Pick<StocktakeRow, 'state' | 'hoppers' | 'reason' | 'expected' | 'counted' | 'endedAt'>>,
): Promise<StocktakeRow> {
  const [updated] = await update(
    tx,
    tenantScope(row.tenantId),
    exchangeStocktakes,
    ({ id }) => eq(id, row.id),
    set,
  );
  return updated as StocktakeRow;
}

export async function lockStocktake(tx: Tx, tenantId: string, id: string): Promise<StocktakeRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), exchangeStocktakes, { id }, 'update');
  return found;
}

export async function findStocktake(
  reader: Reader,
  scope: Scope,
  by: { id: string } | { requestId: string } | { countingOn: string },
): Promise<StocktakeRow | undefined> {
  const stocktake = rows(scope, exchangeStocktakes);
  const [found] = await reader
    .select()
    .from(stocktake)
    .where(
      'id' in by
        ? eq(stocktake.id, by.id)
        : 'requestId' in by
          ? eq(stocktake.requestId, by.requestId)
          : and(eq(stocktake.deviceId, by.countingOn), eq(stocktake.state, 'counting')),
    );
  return found;
}

/** The difference of each machine's last count. */
export async function lastDifferences(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<Map<string, number | null>> {
  if (deviceIds.length === 0) return new Map();
  const stocktake = rows(scope, exchangeStocktakes);
  const found = await reader
    .selectDistinctOn([stocktake.deviceId], {
      ...pick(stocktake, 'deviceId', 'expected', 'counted'),
    })
    .from(stocktake)
    .where(and(inArray(stocktake.deviceId, [...deviceIds]), eq(stocktake.state, 'done')))
    .orderBy(stocktake.deviceId, desc(stocktake.createdAt));
  return new Map(found.map((row) => [row.deviceId, differenceOf(row)]));
}

export const differenceOf = ({
  expected,
  counted,
}: Pick<StocktakeRow, 'expected' | 'counted'>): number | null =>
  expected === null || counted === null ? null : counted - expected;
