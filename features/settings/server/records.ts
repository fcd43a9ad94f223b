import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { BatchItem, BatchRecord, DeviceBrief, SettingsChange } from '../contract.ts';
import type { BatchRow, Tally } from './batch-queries.ts';
import type { ChangeRow } from './change-queries.ts';

function toBrief(device: DeviceView, sites: ReadonlyMap<string, string>): DeviceBrief {
  return {
    equipmentId: device.deviceId,
    code: device.code,
    number: device.number,
    name: device.name,
    type: device.type,
    fieldId: device.siteId,
    fieldName: sites.get(device.siteId) ?? '',
    online: device.online,
  };
}

export async function briefsOf(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
): Promise<DeviceBrief[]> {
  const sites = await siteNames(reader, scope, [...new Set(devices.map(({ siteId }) => siteId))]);
  return devices.map((device) => toBrief(device, sites));
}

export async function briefOf(reader: Reader, scope: Scope, device: DeviceView): Promise<DeviceBrief> {
  const [brief] = await briefsOf(reader, scope, [device]);
  return brief as DeviceBrief;
}

export const toChange = (row: ChangeRow): SettingsChange => ({
  id: row.id,
  equipmentId: row.deviceId,
  version: row.version,
  state: row.state,
  reason: row.reason,
  path: row.path,
  differences: row.differences,
  userName: row.userName,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  batchId: row.batchId,
});

export function toBatch(row: BatchRow, tally: Tally): BatchRecord {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    userName: row.userName,
    kind: row.kind,
    state: tally.pending > 0 ? 'running' : 'finished',
    total: tally.pending + tally.applied + tally.failed,
    ...tally,
  };
}

/** A device that was unbound since is shown as it was. */
export async function toBatchItems(
  reader: Reader,
  scope: Scope,
  changes: readonly ChangeRow[],
): Promise<BatchItem[]> {
  const [devices, sites] = await Promise.all([
    listDevices(reader, scope, { ids: changes.map(({ deviceId }) => deviceId) }),
    siteNames(reader, scope, [...new Set(changes.map(({ siteId }) => siteId))]),
  ]);
  const briefs = await briefsOf(reader, scope, devices);
  const briefOfDevice = new Map(briefs.map((brief) => [brief.equipmentId, brief]));
  return changes.map((change) => ({
    device: briefOfDevice.get(change.deviceId) ?? {
      equipmentId: change.deviceId,
      code: change.deviceCode,
      number: change.deviceNumber,
      name: null,
      type: change.deviceType,
      fieldId: change.siteId,
      fieldName: sites.get(change.siteId) ?? '',
      online: false,
    },
    state: change.state,
    reason: change.reason,
    path: change.path,
    differences: change.differences,
    attempt: change.attempt,
  }));
}
