import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import type { LossReason, MovementKind } from '../contract/stock.ts';
import { datesAfterFilling } from '../rules/date-rules.ts';
import type { LayoutLane } from '../rules/layout-rules.ts';
import { bookMovements, type Movement, moverOf, wasBooked } from './book.ts';
import { laneDevice } from './device-records.ts';
import { type LaneRow, laneKey, lockLanes, selectExpiryDates } from './lane-queries.ts';
import { readLaneSettings } from './lane-settings.ts';
import { countsItself, tellDevice } from './tell-device.ts';

export interface Work {
  tx: Tx;
  context: StaffContext;
  device: DeviceView;
  /** locked lanes with their settings */
  lanes: Map<number, { held: LaneRow; setting: LayoutLane }>;
  /** until when their products are good, by product */
  productDates: ReadonlyMap<string, string | null>;
}

interface Request {
  equipmentId: string;
  lanes: readonly { lane: number }[];
  requestId?: string;
}

/** One lane named twice would be two answers to one question. */
function assertDistinct(lanes: readonly { lane: number }[]): void {
  if (new Set(lanes.map(({ lane }) => lane)).size < lanes.length) throw invalid('kit:validation.duplicate');
}

/** Locks the lanes, lets `plan` say what moves, books it, tells the device. */
export async function movePieces(
  context: StaffContext,
  request: Request,
  action: string,
  /** what the answer counts */
  counted: readonly MovementKind[],
  plan: (work: Work) => Movement[],
  after: (work: Work) => Promise<void> = async () => {},
): Promise<number> {
  assertDistinct(request.lanes);
  const { scope } = context.session;
  const device = await laneDevice(context.db.read, scope, request.equipmentId, stockedDeviceTypes);
  return context.db.transaction(async (tx) => {
    const settings = (await readLaneSettings(tx, scope, [device])).get(device.deviceId) ?? [];
    const keys = request.lanes.map(({ lane }) => ({ deviceId: device.deviceId, lane }));
    for (const { lane } of keys)
      if (!settings.some((setting) => setting.lane === lane))
        throw invalid('vending:error.unknownLane', { lane });
    const locked = await lockLanes(tx, device.tenantId, keys);
    if (await wasBooked(tx, scope, request.requestId)) return 0;
    const lanes = new Map(
      settings.flatMap((setting) => {
        const held = locked.get(laneKey({ deviceId: device.deviceId, lane: setting.lane }));
        return held ? [[setting.lane, { held, setting }] as const] : [];
      }),
    );
    const productDates = await selectExpiryDates(
      tx,
      scope,
      [...lanes.values()].map(({ held }) => held.templateId),
    );
    const work: Work = { tx, context, device, lanes, productDates };
    const before = Object.fromEntries([...lanes].map(([lane, { held }]) => [lane, held.stock]));
    const movements = plan(work).map((movement) => ({ ...movement, requestId: request.requestId }));
    const toTell = countsItself(device.type);
    await bookMovements(tx, device.tenantId, movements, { mover: moverOf(context), toTell });
    await after(work);
    await tellDevice(tx, context.services, device, moverOf(context));
    await audit(tx, context, {
      action,
      entity: 'device',
      entityId: device.deviceId,
      siteId: device.siteId,
      label: device.code,
      before,
      after: Object.fromEntries([...lanes].map(([lane, { held }]) => [lane, held.stock])),
    });
    return movements.reduce((total, { kind, amount }) => total + (counted.includes(kind) ? amount : 0), 0);
  });
}

export interface FillEntry {
  lane: number;
  amount: number;
  counted?: number;
  lost?: number;
  lossReason: LossReason;
  expiryDate?: string;
}

/** What stands in the lane when the filler opens it, what of that is thrown away, and what is put on top of the rest. */
export function fillMovements(
  { context, device, lanes, productDates }: Work,
  entry: FillEntry,
  roundId: string | undefined,
): Movement[] {
  const { lane, amount, lost = 0 } = entry;
  const { held, setting } = lanes.get(lane)!;
  const found = entry.counted ?? held.stock;
  if (amount > 0 && held.templateId === null) throw conflict('vending:error.noProduct', { lane });
  if (lost > found) throw conflict('vending:error.notEnough', { lane, stock: found });
  const left = found - lost;
  if (left + amount > setting.capacity)
    throw conflict('vending:error.overCapacity', {
      lane,
      capacity: setting.capacity,
      free: Math.max(0, setting.capacity - left),
    });
  const at = context.clock.now();
  const base = { held, siteId: device.siteId, at, roundId };
  const movements: Movement[] = [];
  if (found !== held.stock)
    movements.push({ ...base, kind: 'correct', amount: found - held.stock, after: found });
  if (lost > 0)
    movements.push({ ...base, kind: 'loss', amount: lost, after: left, reason: entry.lossReason });
  if (amount > 0) {
    const dates = datesAfterFilling({
      lane,
      left,
      ownDate: held.expiryDate,
      productDate: productDates.get(held.templateId as string) ?? null,
      newDate: entry.expiryDate,
      today: businessDay(at),
    });
    movements.push({
      ...base,
      kind: 'load',
      amount,
      after: left + amount,
      expiryDate: dates.newDate,
      laneDate: dates.ownDate,
    });
  }
  return movements;
}

export const unloadMovements = (
  { context, device, lanes }: Work,
  input: { lanes: readonly { lane: number; amount: number }[]; note?: string; lossReason?: LossReason },
): Movement[] =>
  input.lanes
    .filter(({ amount }) => amount > 0)
    .map(({ lane, amount }) => {
      const { held } = lanes.get(lane)!;
      if (amount > held.stock) throw conflict('vending:error.notEnough', { lane, stock: held.stock });
      return {
        held,
        siteId: device.siteId,
        kind: input.lossReason ? 'loss' : 'unload',
        reason: input.lossReason,
        amount,
        after: held.stock - amount,
        at: context.clock.now(),
        note: input.note,
      };
    });

/** A count is what is there, whatever the book said. */
export function countMovements({ context, device, lanes }: Work, lane: number, stock: number, note?: string) {
  const { held, setting } = lanes.get(lane)!;
  if (stock > setting.capacity)
    throw conflict('vending:error.overCapacity', {
      lane,
      capacity: setting.capacity,
      free: setting.capacity,
    });
  if (stock === held.stock) return [];
  const amount = stock - held.stock;
  const at = context.clock.now();
  return [{ held, siteId: device.siteId, kind: 'correct' as const, amount, after: stock, at, note }];
}
