import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { PlacementRecord } from '../contract/records.ts';
import { giftDeviceTypes, type giftsContract } from '../contract.ts';
import {
  devicesInReach,
  findDevices,
  seesAllSites,
  selectHeld,
  toPlacementRecords,
} from './placement-queries.ts';

type ListInput = ParsedInputOf<typeof giftsContract.listPlacements>;

const holdsGifts = (type: string) => (giftDeviceTypes as readonly string[]).includes(type);

/** Machines that could hold a gift, and machines that are gone but still hold one on the books. */
async function allPlacements(reader: Reader, scope: Scope): Promise<PlacementRecord[]> {
  const [devices, held] = await Promise.all([devicesInReach(reader, scope), selectHeld(reader, scope, {})]);
  const byDevice = new Map(held.map((row) => [row.deviceId, row]));
  const here = [...devices.values()].filter((device) => holdsGifts(device.type) || byDevice.has(device.id));
  const gone = seesAllSites(scope) ? held.filter((row) => !devices.has(row.deviceId)) : [];
  return toPlacementRecords(reader, scope, [
    ...gone.map((row) => ({ deviceId: row.deviceId, device: undefined, held: row })),
    ...here.map((device) => ({ deviceId: device.id, device, held: byDevice.get(device.id) })),
  ]);
}

function matches(record: PlacementRecord, input: ListInput): boolean {
  const wanted = input.name?.toLowerCase();
  const words = [record.equipmentName, record.code, record.giftName, String(record.equipmentNo ?? '')];
  return (
    (!input.fieldId || record.fieldId === input.fieldId) &&
    (!input.giftId || record.giftId === input.giftId) &&
    (!input.state || record.state === input.state) &&
    (!wanted || words.some((word) => word?.toLowerCase().includes(wanted)))
  );
}

const orders: Record<NonNullable<ListInput['sort']>, (a: PlacementRecord, b: PlacementRecord) => number> = {
  equipmentNo: (a, b) => (a.equipmentNo ?? 0) - (b.equipmentNo ?? 0),
  stock: (a, b) => a.stock - b.stock,
};

export const listPlacements: Handler<typeof giftsContract.listPlacements> = async (context, input) => {
  const all = await allPlacements(context.db.read, context.session.scope);
  const found = all.filter((record) => matches(record, input));
  if (input.sort) found.sort(orders[input.sort]);
  return pageOfArray(input, input.order === 'desc' ? found.reverse() : found);
};

export async function placementOf(
  context: StaffContext,
  reader: Reader,
  deviceId: string,
): Promise<PlacementRecord> {
  const { scope } = context.session;
  const device = (await findDevices(reader, scope, [deviceId])).get(deviceId);
  if (!device && !seesAllSites(scope)) throw missing();
  const [held] = await selectHeld(reader, scope, { deviceIds: [deviceId] });
  if (!device && !held) throw missing();
  const [record] = await toPlacementRecords(reader, scope, [{ deviceId, device, held }]);
  return record!;
}

export const readPlacement: Handler<typeof giftsContract.readPlacement> = (context, { equipmentId }) =>
  placementOf(context, context.db.read, equipmentId);

export const listDeviceGifts: Handler<typeof giftsContract.listDeviceGifts> = async (
  context,
  { equipmentId },
) => {
  const record = await placementOf(context, context.db.read, equipmentId);
  return record.giftId === null ? [] : [record];
};
