import { inArray, sql } from 'drizzle-orm';
import type { DeviceFact, SettledCommand, StockReport } from '#features/machines/devices/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { maxLanes, stockedDeviceTypes } from '../contract/records.ts';
import { vendingMovements } from '../tables.ts';
import { bookMovements, type Movement } from './book.ts';
import { type LaneKey, laneKey, lockLanes } from './lane-queries.ts';
import { countsItself } from './tell-device.ts';

interface Gone extends LaneKey {
  tenantId: string;
  siteId: string;
  kind: 'sold' | 'test';
  amount: number;
  at: Date;
  commandId?: string;
}

const holdsProducts = (type: string) => (stockedDeviceTypes as readonly string[]).includes(type);
/** No lane holds more; what a broken machine claims beyond it must not stop its messages. */
const mostPieces = 999;
const asPieces = (value: unknown): number =>
  Number.isInteger(value) ? Math.min(mostPieces, Math.max(0, Number(value))) : 0;
const asLane = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxLanes ? Number(value) : undefined;

/**
 * Pieces that left lanes. The stock never falls below zero: what the book did not hold is recorded as missing. A command
 * is booked once, whatever is repeated.
 */
async function takeGone(tx: Tx, tenantId: string, gone: readonly Gone[]): Promise<void> {
  const locked = await lockLanes(tx, tenantId, gone);
  const booked = await bookedCommands(tx, tenantId, gone);
  const stocks = new Map([...locked].map(([key, { stock }]) => [key, stock]));
  const movements: Movement[] = [];
  for (const { siteId, kind, amount, at, commandId, ...key } of gone) {
    const held = locked.get(laneKey(key));
    const before = stocks.get(laneKey(key));
    if (!held || before === undefined || (commandId && booked.has(commandId))) continue;
    const after = Math.max(0, before - amount);
    stocks.set(laneKey(key), after);
    movements.push({ held, siteId, kind, amount, missing: amount - (before - after), after, at, commandId });
  }
  await bookMovements(tx, tenantId, movements);
}

async function bookedCommands(tx: Tx, tenantId: string, gone: readonly Gone[]): Promise<Set<string>> {
  const ids = gone.flatMap(({ commandId }) => (commandId ? [commandId] : []));
  if (ids.length === 0) return new Set();
  const movement = rows(tenantScope(tenantId), vendingMovements);
  const found = await tx
    .select({ commandId: movement.commandId })
    .from(movement)
    .where(inArray(movement.commandId, ids));
  return new Set(found.flatMap(({ commandId }) => (commandId ? [commandId] : [])));
}

/** What machines sold without a command. A sale by command is booked by the command's result, which has the count. */
export async function takeEvents(tx: Tx, list: readonly DeviceFact[]): Promise<void> {
  const gone = list.flatMap((fact): Gone[] => {
    const lane = asLane(fact.data.lane);
    if (fact.kind !== 'vend' || !holdsProducts(fact.type) || lane === undefined || fact.data.commandId)
      return [];
    const { tenantId, deviceId, siteId, at } = fact;
    const amount = asPieces(fact.data.amount ?? 1);
    return amount > 0 ? [{ tenantId, deviceId, siteId, lane, amount, at, kind: 'sold' }] : [];
  });
  for (const [tenantId, ofTenant] of Map.groupBy(gone, (sale) => sale.tenantId))
    await takeGone(tx, tenantId, ofTenant);
}

const kindOfCommand: Record<string, 'sold' | 'test'> = { vend: 'sold', startGame: 'sold', testLane: 'test' };

/** Done or failed half way: what the sensor counted is gone. */
export async function takeResult(tx: Tx, command: SettledCommand, at: Date): Promise<void> {
  const kind = kindOfCommand[command.command];
  const lane = asLane(command.parameters.lane);
  const amount = asPieces(command.counted);
  if (!kind || lane === undefined || amount === 0 || !holdsProducts(command.type)) return;
  const { tenantId, deviceId, siteId, id: commandId } = command;
  await takeGone(tx, tenantId, [{ tenantId, deviceId, siteId, lane, kind, amount, at, commandId }]);
}

/**
 * The device's own count. It is only noted here, with the moment from which it differs: a sale whose result is still
 * under way is no disagreement. What stays different is taken over by settle-reports.ts.
 */
export async function takeReports(tx: Tx, list: readonly StockReport[]): Promise<void> {
  const reports = list
    .filter(({ type, lanes }) => lanes && countsItself(type))
    .flatMap(({ tenantId, deviceId, at, lanes }) =>
      lanes!.map(({ lane, stock }) => ({
        tenant_id: tenantId,
        device_id: deviceId,
        lane,
        stock,
        at: at.toISOString(),
      })),
    );
  if (reports.length === 0) return;
  await tx.execute(sql`
    update vending_lane held set
      reported_stock = told.stock,
      differs_since = case
        when held.untold or held.stock = told.stock then null else coalesce(held.differs_since, told.at) end
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as told(tenant_id text, device_id uuid, lane integer, stock integer, at timestamptz)
    where held.tenant_id = told.tenant_id and held.device_id = told.device_id and held.lane = told.lane
      and (held.reported_stock is distinct from told.stock
        or (held.differs_since is not null) <> (not held.untold and held.stock <> told.stock))`);
}
