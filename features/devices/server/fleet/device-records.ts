import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Say } from '#kit/server/context.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { shownState } from '../../rules/device-rules.ts';
import type { ListedRow } from './fleet-queries.ts';

export function toDeviceRecord(
  { device, device_state, site, device_transfer }: ListedRow,
  say: Say,
): ResultOf<typeof fleetContract.readDevice> {
  // The row comes with the device's own, by a trigger.
  const state = device_state!;
  return {
    equipmentId: device.id,
    equipmentNo: device.number,
    equipmentName: device.name,
    code: device.code,
    type: device.type,
    typeName: say(`devices:type.${device.type}`),
    fieldId: device.siteId,
    fieldName: site?.name ?? null,
    remark: device.remark,
    priceFen: device.priceFen,
    state: shownState({ ...state, controlled: device.controlled }),
    controlled: device.controlled,
    online: state.online,
    busy: state.busy,
    faults: state.faults,
    faultNames: state.faults.map((code) => say(`devices:fault.${code}.name`)),
    signalKind: state.signalKind,
    signalDbm: state.signalDbm,
    model: state.model,
    firmware: state.firmware,
    changedAt: state.changedAt,
    lastSeenAt: state.lastSeenAt,
    createdAt: device.createdAt,
    offered: device_transfer !== null,
  };
}
