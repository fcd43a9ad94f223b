import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { settingsContract } from '../contract.ts';
import type { ChangeRow } from './change-queries.ts';

export const toChange = (
  row: ChangeRow,
): ResultOf<typeof settingsContract.listChanges>['records'][number] => ({
  ...row,
  equipmentId: row.deviceId,
});
