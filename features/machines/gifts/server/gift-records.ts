import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { giftsContract } from '../contract.ts';
import { stateOf } from '../rules/stock-rules.ts';
import type { DeviceFigures, TypedGiftRow } from './gift-queries.ts';

export function toGiftRecord(
  row: TypedGiftRow,
  figures: ReadonlyMap<string, DeviceFigures>,
): ResultOf<typeof giftsContract.readGift> {
  const state = stateOf(row);
  const { devices, stock } = figures.get(row.id) ?? { devices: 0, stock: 0 };
  return {
    ...row,
    typeName: row.typeName ?? '',
    state,
    lowStock: state !== 'ok',
    equipmentNumber: devices,
    equipmentStock: stock,
  };
}
