import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { deviceHome } from '../rules/device-home.ts';

/** Where a device leads somebody who may lack the right for its settings: then to what it recorded. */
export function useDeviceHome(): (device: Pick<DeviceRecord, 'equipmentId' | 'controlled'>) => string {
  const maySet = useMayOpen('/machineSetting');
  const mayEdit = useMayOpen('/edit_equip');
  return (device) =>
    (device.controlled ? maySet : mayEdit)
      ? deviceHome(device)
      : `/equipRecord?equipmentId=${device.equipmentId}`;
}
