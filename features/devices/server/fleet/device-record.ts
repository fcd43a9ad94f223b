import { siteNames } from '#features/sites/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { DeviceRecord } from '../../contract/shared.ts';
import type { ListedRow } from './queries.ts';

const instantOf = (date: Date | null) => date?.toISOString() ?? null;

/** The rows as they leave, with the names of their sites. */
export async function toDeviceRecords(
  reader: Reader,
  scope: Scope,
  list: readonly ListedRow[],
): Promise<DeviceRecord[]> {
  const names = await siteNames(reader, scope, [...new Set(list.map(({ device }) => device.siteId))]);
  return list.map(({ device, state, offered }) => ({
    equipmentId: device.id,
    code: device.code,
    number: device.number,
    name: device.name,
    type: device.type,
    fieldId: device.siteId,
    fieldName: names.get(device.siteId) ?? '',
    remark: device.remark,
    priceFen: device.priceFen,
    controlled: device.controlled,
    online: state.online,
    busy: state.busy,
    faults: state.faults,
    signalKind: state.signalKind,
    signalDbm: state.signalDbm,
    model: state.model,
    firmware: state.firmware,
    changedAt: instantOf(state.changedAt),
    lastSeenAt: instantOf(state.lastSeenAt),
    createdAt: device.createdAt.toISOString(),
    offered,
  }));
}
