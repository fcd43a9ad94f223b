import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { giftsContract } from '../contract.ts';
import { stateOf } from '../rules/stock-rules.ts';
import type { PlacedRow } from './placement-queries.ts';

export type PlacementResult = ResultOf<typeof giftsContract.readPlacement>;

export function toPlacementRecord(row: PlacedRow): PlacementResult {
  const { stock, alarmThreshold, costFen } = row;
  return {
    ...row,
    equipmentType: row.equipmentType as DeviceType | null,
    state: stock === null || alarmThreshold === null ? 'none' : stateOf({ stock, alarmThreshold }),
    stock: stock ?? 0,
    valueFen: costFen === null ? null : costFen * (stock ?? 0),
  };
}
