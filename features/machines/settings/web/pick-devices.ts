import type { DeviceRecord } from '#features/machines/devices/contract.ts';

/** What narrows the list a person chooses from. */
export interface DeviceFilter {
  siteId?: string;
  state?: 'online' | 'offline' | 'fault';
  keyword?: string;
}

export function matchingDevices(devices: readonly DeviceRecord[], filter: DeviceFilter): DeviceRecord[] {
  const keyword = filter.keyword?.trim().toLowerCase() ?? '';
  return devices.filter((device) => {
    if (filter.siteId && device.fieldId !== filter.siteId) return false;
    if (filter.state === 'online' && !device.online) return false;
    if (filter.state === 'offline' && device.online) return false;
    if (filter.state === 'fault' && !(device.online && device.faults.length > 0)) return false;
    if (keyword === '') return true;
    return [String(device.equipmentNo), device.code, device.equipmentName, device.remark].some((text) =>
      text?.toLowerCase().includes(keyword),
    );
  });
}

/** All of them chosen: none; otherwise all. Devices outside the shown ones keep their state. */
export function toggleAll(chosen: readonly string[], shown: readonly string[]): string[] {
  const known = new Set(chosen);
  if (shown.every((id) => known.has(id))) {
    const gone = new Set(shown);
    return chosen.filter((id) => !gone.has(id));
  }
  return [...chosen, ...shown.filter((id) => !known.has(id))];
}

export const toggleOne = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
