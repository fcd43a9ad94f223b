import { siteNames } from '#features/base/sites/server/public.ts';
import { listDevices, presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { settingsContract } from '../contract.ts';
import type { BatchRow, Tally } from './batch-queries.ts';
import type { ChangeRow } from './change-queries.ts';
import { briefsOf } from './device-records.ts';

type BatchResult = ResultOf<typeof settingsContract.readBatch>;

const nothing: Tally = { pending: 0, applied: 0, failed: 0, retryable: 0 };

export function toBatch(row: BatchRow, tallies: ReadonlyMap<string, Tally>): BatchResult['batch'] {
  const tally = tallies.get(row.id) ?? nothing;
  return {
    ...row,
    ...tally,
    state: tally.pending > 0 ? 'running' : 'finished',
    total: tally.pending + tally.applied + tally.failed,
  };
}

/** A device that was unbound since is shown as it was. */
export async function toBatchItems(
  reader: Reader,
  scope: Scope,
  changes: readonly ChangeRow[],
): Promise<BatchResult['items']['records']> {
  const [devices, sites] = await Promise.all([
    listDevices(reader, scope, { ids: changes.map(({ deviceId }) => deviceId) }),
    siteNames(reader, scope, [...new Set(changes.map(({ siteId }) => siteId))]),
  ]);
  const briefs = await briefsOf(reader, scope, devices);
  const briefOfDevice = new Map(briefs.map((brief) => [brief.equipmentId, brief]));
  return changes.map((change) => ({
    ...change,
    device: briefOfDevice.get(change.deviceId) ?? {
      equipmentId: change.deviceId,
      equipmentNo: change.deviceNumber,
      equipmentName: null,
      code: change.deviceCode,
      type: change.deviceType,
      fieldId: change.siteId,
      fieldName: sites.get(change.siteId) ?? '',
      ...presenceOf({ controlled: true }),
    },
  }));
}
