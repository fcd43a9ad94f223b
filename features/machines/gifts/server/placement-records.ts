import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { giftsContract } from '../contract.ts';
import { stateOf } from '../rules/stock-rules.ts';
import type { PlacedRow } from './placement-queries.ts';

export type PlacementResult = ResultOf<typeof giftsContract.readPlacement>;

const gone = {
  equipmentNo: null,
  equipmentName: null,
  equipmentType: null,
  code: null,
  fieldId: null,
  fieldName: null,
};

export function toPlacementRecord(row: PlacedRow): PlacementResult {
  const { stock, alarmThreshold, costFen } = row;
  return {
    ...row,
    // Number, name and site belong to the merchant who has the machine now.
    ...(row.unboundAt
      ? gone
      : {
          equipmentNo: row.number,
          equipmentName: row.name,
          equipmentType: row.type,
          fieldId: row.siteId,
          fieldName: row.siteName,
        }),
    state: stock === null || alarmThreshold === null ? 'none' : stateOf({ stock, alarmThreshold }),
    stock: stock ?? 0,
    valueFen: costFen === null ? null : costFen * (stock ?? 0),
  };
}
