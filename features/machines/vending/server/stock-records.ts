import { presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { vendingContract } from '../contract.ts';
import { missingPieces, onSale } from '../rules/need-rules.ts';
import type { LaneResult } from './lane-records.ts';
import type { StockRow } from './stock-queries.ts';

type StockResult = ResultOf<typeof vendingContract.listStock>['records'][number];

const total = (lanes: readonly LaneResult[], of: (lane: LaneResult) => number) =>
  lanes.reduce((sum, lane) => sum + of(lane), 0);

export function toStockRecord(row: StockRow, lanes: readonly LaneResult[]): StockResult {
  const used = onSale(lanes);
  return {
    ...row,
    equipmentId: row.deviceId,
    fieldId: row.siteId,
    ...presenceOf(row),
    laneNumber: used.length,
    emptyLanes: used.filter(({ level }) => level === 'empty').length,
    lowLanes: used.filter(({ level }) => level === 'low').length,
    unsetLanes: lanes.filter(({ level }) => level === 'unset').length,
    expiredLanes: used.filter(({ expiry, stock }) => expiry === 'expired' && stock > 0).length,
    expiringLanes: used.filter(({ expiry, stock }) => expiry === 'soon' && stock > 0).length,
    stock: total(used, ({ stock }) => stock),
    capacity: total(used, ({ capacity }) => capacity),
    missing: total(used, missingPieces),
    lanes: lanes.map(({ lane, stock, capacity, level }) => ({ lane, stock, capacity, level })),
  };
}
