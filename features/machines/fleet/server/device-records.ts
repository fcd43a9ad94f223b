import { presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { playPriceIn } from '#kit/protocol/types/price.ts';
import type { Say } from '#kit/server/context.ts';
import type { fleetContract } from '../contract.ts';
import type { ListedRow } from './fleet-queries.ts';

/** A machine that nobody has given a price has the one it was made with. */
export const shownPrice = ({
  type,
  controlled,
  priceFen,
}: {
  type: DeviceType;
  controlled: boolean;
  priceFen: number | null;
}): number | null => (controlled ? (priceFen ?? playPriceIn(type, defaultSettings(type))) : priceFen);

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
    priceFen: shownPrice(device),
    ...presenceOf({ ...state, controlled: device.controlled }),
    controlled: device.controlled,
    busy: state.busy,
    faults: state.faults,
    faultNames: state.faults.map((code) => say(`devices:fault.${code}.name`)),
    ...pick(state, 'signalKind', 'signalDbm', 'model', 'firmware', 'changedAt'),
    createdAt: device.createdAt,
    offered: device_transfer !== null,
  };
}
