import { listDevices } from '#features/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Handler } from '#kit/server/context.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import { type LaneDevice, type LaneRecord, stockedDeviceTypes } from '../contract/records.ts';
import type { StockRecord } from '../contract/stock.ts';
import type { vendingContract } from '../contract.ts';
import { laneNeed, missingPieces } from '../lane-need.ts';
import { deviceRecordsOf } from './lane-devices.ts';
import { laneRecordsOf } from './lane-records.ts';

type ListInput = ParsedInputOf<typeof vendingContract.listStock>;

const total = (lanes: readonly LaneRecord[], of: (lane: LaneRecord) => number) =>
  lanes.reduce((sum, lane) => sum + of(lane), 0);

export function stockRecordOf(device: LaneDevice, lanes: readonly LaneRecord[]): StockRecord {
  const used = lanes.filter(({ level }) => level !== 'closed' && level !== 'unset');
  return {
    ...device,
    laneNumber: used.length,
    emptyLanes: used.filter(({ level }) => level === 'empty').length,
    lowLanes: used.filter(({ level }) => level === 'low').length,
    unsetLanes: lanes.filter(({ level }) => level === 'unset').length,
    expiringLanes: used.filter(({ expiry, stock }) => expiry !== null && stock > 0).length,
    stock: total(used, ({ stock }) => stock),
    capacity: total(used, ({ capacity }) => capacity),
    missing: total(used, missingPieces),
    need: total(used, laneNeed),
    lanes: lanes.map(({ lane, stock, capacity, level }) => ({ lane, stock, capacity, level })),
  };
}

function matches(record: StockRecord, input: ListInput): boolean {
  const wanted = input.name?.toLowerCase();
  const words = [record.name, record.code, record.fieldName, String(record.number)];
  return (
    (!input.needy || record.emptyLanes + record.lowLanes + record.expiringLanes > 0) &&
    (!wanted || words.some((word) => word?.toLowerCase().includes(wanted)))
  );
}

const orders: Record<NonNullable<ListInput['sort']>, (a: StockRecord, b: StockRecord) => number> = {
  need: (a, b) => a.need - b.need,
  number: (a, b) => a.number - b.number,
};

export const listStock: Handler<typeof vendingContract.listStock> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const devices = await listDevices(reader, scope, {
    types: stockedDeviceTypes,
    ...(input.fieldId && { siteIds: [input.fieldId] }),
  });
  const [records, lanes] = await Promise.all([
    deviceRecordsOf(reader, scope, devices),
    laneRecordsOf(reader, scope, devices, context.clock.now()),
  ]);
  const all = records
    .map((record) => stockRecordOf(record, lanes.get(record.equipmentId) ?? []))
    .filter((record) => matches(record, input));
  const descending = input.sort ? input.order === 'desc' : true;
  const sorted = all.sort(orders[input.sort ?? 'need']);
  return pageOfArray(input, descending ? sorted.reverse() : sorted);
};
