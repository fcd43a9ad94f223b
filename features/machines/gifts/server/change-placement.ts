import { eq } from 'drizzle-orm';
import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { giftChanged, maxPieces } from '../contract/records.ts';
import { giftDeviceTypes } from '../contract.ts';
import { giftPlacements, gifts } from '../tables.ts';
import type { GiftRow } from './gift-queries.ts';
import {
  findDevices,
  lockDevice,
  lockPlacements,
  type PlacementRow,
  seesAllSites,
  selectPlaced,
} from './placement-queries.ts';
import { type PlacementResult, toPlacementRecord } from './placement-records.ts';
import { type Movement, moverOf, recordMovements } from './record-movements.ts';

export async function placementOf(reader: Reader, scope: Scope, deviceId: string): Promise<PlacementResult> {
  const found = await selectPlaced(reader, scope, deviceId);
  if (!found) throw missing();
  return toPlacementRecord(found);
}

/** One device under change: nobody else loads, empties or counts it meanwhile. */
export interface DeviceWork {
  tx: Tx;
  context: StaffContext;
  deviceId: string;
  device: DeviceView | undefined;
  held: PlacementRow | undefined;
}

/**
 * Runs one change of what lies in a device. Locks always in this order: device, its row, then gifts by id.
 * `action` names it in the operation log.
 */
export async function changePlacement(
  context: StaffContext,
  deviceId: string,
  action: string,
  work: (work: DeviceWork) => Promise<void>,
): Promise<PlacementResult> {
  const { scope, tenantId } = context.session;
  return context.db.transaction(async (tx) => {
    await lockDevice(tx, tenantId, deviceId);
    const device = (await findDevices(tx, scope, [deviceId])).get(deviceId);
    if (!device && !seesAllSites(scope)) throw missing();
    const [held] = await lockPlacements(tx, scope, [deviceId]);
    if (!device && !held) throw missing();
    const before = await placementOf(tx, scope, deviceId);
    await work({ tx, context, deviceId, device, held });
    // A machine that is gone has nothing left to show once its gift is taken back.
    const after =
      device || action !== 'gifts.removePlacement' ? await placementOf(tx, scope, deviceId) : before;
    await audit(tx, context, {
      action,
      entity: 'giftPlacement',
      entityId: deviceId,
      siteId: device?.siteId,
      label: device?.code ?? deviceId,
      before: summaryOf(before),
      after: action === 'gifts.removePlacement' ? null : summaryOf(after),
    });
    await emit(tx, siteTopic(tenantId, device?.siteId ?? null), giftChanged, { deviceId });
    return after;
  });
}

const summaryOf = ({ giftName, stock, capacity, alarmThreshold }: PlacementResult) => ({
  giftName,
  stock,
  capacity,
  alarmThreshold,
});

export function heldBy({ held }: DeviceWork): PlacementRow {
  if (!held) throw conflict('gifts:error.nothingSet');
  return held;
}

export function assertHoldsGifts({ device }: DeviceWork): void {
  if (!device) throw missing();
  if (!(giftDeviceTypes as readonly string[]).includes(device.type))
    throw conflict('gifts:error.wrongDeviceType');
}

async function setWarehouse(work: DeviceWork, gift: GiftRow, stock: number): Promise<void> {
  await update(work.tx, work.context.session.scope, gifts, (row) => eq(row.id, gift.id), { stock });
}

export const book = (work: DeviceWork, movement: Omit<Movement, 'deviceId' | 'siteId'>): Promise<void> =>
  recordMovements(work.tx, work.context.session.scope, [
    { ...moverOf(work.context), ...movement, deviceId: work.deviceId, siteId: work.device?.siteId ?? null },
  ]);

/** From the warehouse into the device: the gift's row is locked by the caller. Gives the device's new stock. */
export async function takeFromWarehouse(
  work: DeviceWork,
  gift: GiftRow,
  amount: number,
  deviceStock: number,
  requestId: string | undefined,
): Promise<number> {
  if (amount === 0) return deviceStock;
  if (gift.stock < amount)
    throw conflict('gifts:error.warehouseShort', { name: gift.name, stock: gift.stock });
  await setWarehouse(work, gift, gift.stock - amount);
  await book(work, {
    giftId: gift.id,
    kind: 'load',
    amount,
    costFen: gift.costFen,
    stock: { before: gift.stock, after: gift.stock - amount },
    deviceStock: { before: deviceStock, after: deviceStock + amount },
    requestId,
  });
  return deviceStock + amount;
}

/** From the device back into the warehouse; gives the device's new stock. */
export async function giveBack(
  work: DeviceWork,
  gift: GiftRow,
  amount: number,
  extra: { note?: string; requestId?: string } = {},
): Promise<number> {
  const deviceStock = heldBy(work).stock;
  if (amount === 0) return deviceStock;
  if (deviceStock < amount) throw conflict('gifts:error.deviceShort', { stock: deviceStock });
  if (gift.stock + amount > maxPieces) throw conflict('gifts:error.warehouseFull', { max: maxPieces });
  await setWarehouse(work, gift, gift.stock + amount);
  await book(work, {
    giftId: gift.id,
    kind: 'unload',
    amount,
    costFen: gift.costFen,
    stock: { before: gift.stock, after: gift.stock + amount },
    deviceStock: { before: deviceStock, after: deviceStock - amount },
    ...extra,
  });
  return deviceStock - amount;
}

export async function setPlacement(
  work: DeviceWork,
  changes: Partial<Pick<PlacementRow, 'giftId' | 'stock' | 'capacity' | 'alarmThreshold'>>,
): Promise<void> {
  const { id } = heldBy(work);
  await update(
    work.tx,
    work.context.session.scope,
    giftPlacements,
    (placement) => eq(placement.id, id),
    changes,
  );
}
