import { eq, isNull } from 'drizzle-orm';
import { type DeviceView, requireReachable } from '#features/machines/devices/server/public.ts';
import { changeSettings } from '#features/machines/settings/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { sameValue } from '#kit/protocol/types/catalogue.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, update } from '#kit/server/tables.ts';
import { stockChanged } from '../contract/records.ts';
import type { LayoutLane } from '../rules/layout-rules.ts';
import { productTemplates, vendingLanes } from '../tables.ts';
import { bookMovements, type Movement, moverOf } from './book.ts';
import { countNeeds } from './count-needs.ts';
import { type LaneRow, laneKey, lockLanes, selectHeld } from './lane-queries.ts';
import { laneGroupOf } from './lane-settings.ts';
import { countsItself, tellDevice } from './tell-device.ts';

/** What is asked of one lane; absent: stays. */
export interface LaneWish {
  lane: number;
  templateId?: string | null;
  alarmThreshold?: number | null;
}

/** The stock on the book of each lane. */
export async function stocksOf(
  reader: Reader,
  scope: Scope,
  deviceId: string,
): Promise<Map<number, LaneRow>> {
  const held = await selectHeld(reader, scope, [deviceId]);
  return new Map(held.map((found) => [found.held.lane, found.held]));
}

/** A lane must keep room for what lies in it. */
export function assertRoom(lanes: readonly LayoutLane[], held: ReadonlyMap<number, LaneRow>): void {
  for (const { lane, capacity } of lanes) {
    const stock = held.get(lane)?.stock ?? 0;
    if (capacity < stock) throw conflict('vending:error.capacityBelowStock', { lane, capacity, stock });
  }
}

export async function assertTemplates(
  reader: Reader,
  scope: Scope,
  wishes: readonly LaneWish[],
): Promise<void> {
  const wanted = new Set(wishes.flatMap(({ templateId }) => (templateId ? [templateId] : [])));
  const template = rows(scope, productTemplates);
  const known = await reader.select({ id: template.id }).from(template).where(isNull(template.removedAt));
  const ids = new Set(known.map(({ id }) => id));
  for (const id of wanted) if (!ids.has(id)) throw missing('vending:error.unknownProduct');
}

/** Lanes that hold pieces of another product than wished for. */
export const stillHolding = (wishes: readonly LaneWish[], held: ReadonlyMap<number, LaneRow>): LaneRow[] =>
  wishes.flatMap(({ lane, templateId }) => {
    const row = held.get(lane);
    return row && row.stock > 0 && templateId !== undefined && templateId !== row.templateId ? [row] : [];
  });

export function assertEmptied(wishes: readonly LaneWish[], held: ReadonlyMap<number, LaneRow>): void {
  const [first] = stillHolding(wishes, held);
  if (first) throw conflict('vending:error.holdsOther', { lane: first.lane, stock: first.stock });
}

/** Price, capacity, place and state of lanes live in the device too: a device that can not hear refuses them. */
export async function sendLanes(
  context: StaffContext,
  device: DeviceView,
  before: readonly LayoutLane[],
  after: readonly LayoutLane[],
): Promise<{ changeId: string | null; version: number }> {
  if (sameValue(before, after)) return { changeId: null, version: device.settingsVersion };
  requireReachable(device);
  return changeSettings(context, device, { [laneGroupOf(device.type)]: { lanes: [...after] } });
}

/** Which product lies in which lane is our own book: no device needs to hear it. */
export async function assignProducts(
  context: StaffContext,
  device: DeviceView,
  wishes: readonly LaneWish[],
  options: { takeOut: boolean; action: string },
): Promise<void> {
  const ours = wishes.filter(
    ({ templateId, alarmThreshold }) => templateId !== undefined || alarmThreshold !== undefined,
  );
  if (ours.length === 0) return;
  await context.db.transaction(async (tx) => {
    const keys = ours.map(({ lane }) => ({ deviceId: device.deviceId, lane }));
    const locked = await lockLanes(tx, device.tenantId, keys);
    const held = new Map([...locked.values()].map((row) => [row.lane, row]));
    if (options.takeOut) await takeOut(tx, context, device, stillHolding(ours, held));
    else assertEmptied(ours, held);
    for (const { lane, templateId, alarmThreshold } of ours) {
      const row = locked.get(laneKey({ deviceId: device.deviceId, lane }));
      if (!row) throw invalid('vending:error.unknownLane', { lane });
      if (
        (templateId ?? row.templateId) === row.templateId &&
        templateId !== null &&
        alarmThreshold === undefined
      )
        continue;
      await update(tx, context.session.scope, vendingLanes, (own) => eq(own.id, row.id), {
        ...(templateId !== undefined && { templateId }),
        ...(alarmThreshold !== undefined && { alarmThreshold }),
      });
    }
    // Again, under the locks the updates took: a template may have been removed meanwhile.
    await assertTemplates(tx, context.session.scope, ours);
    await tellDevice(tx, context.services, device, moverOf(context));
    await audit(tx, context, {
      action: options.action,
      entity: 'device',
      entityId: device.deviceId,
      siteId: device.siteId,
      label: device.code,
      before: Object.fromEntries(ours.map(({ lane }) => [lane, held.get(lane)?.templateId ?? null])),
      after: Object.fromEntries(
        ours.map(({ lane, templateId }) => [
          lane,
          templateId === undefined ? (held.get(lane)?.templateId ?? null) : templateId,
        ]),
      ),
    });
    const deviceIds = [device.deviceId];
    await countNeeds(tx, device.tenantId, deviceIds, context.clock.now());
    await emit(tx, siteTopic(device.tenantId, device.siteId), stockChanged, { deviceIds });
  });
}

async function takeOut(
  tx: Tx,
  context: StaffContext,
  device: DeviceView,
  lanes: readonly LaneRow[],
): Promise<void> {
  const movements: Movement[] = lanes.map((held) => ({
    held,
    siteId: device.siteId,
    kind: 'unload',
    amount: held.stock,
    after: 0,
    at: context.clock.now(),
  }));
  await bookMovements(tx, device.tenantId, movements, {
    mover: moverOf(context),
    toTell: countsItself(device.type),
  });
}
