import { listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';

interface MachineColumns {
  deviceId: string;
  siteId: string;
  code: string;
}

/** How the wire names the machine of a record. A machine that is gone is named by its code. */
export async function machineNames(
  reader: Reader,
  scope: Scope,
  list: readonly MachineColumns[],
): Promise<(row: MachineColumns) => MachineFields> {
  const [devices, sites] = await Promise.all([
    listDevices(reader, scope, { ids: [...new Set(list.map(({ deviceId }) => deviceId))] }),
    siteNames(reader, scope, [...new Set(list.map(({ siteId }) => siteId))]),
  ]);
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return ({ deviceId, siteId, code }) => {
    const device = deviceOf.get(deviceId);
    return {
      equipmentId: deviceId,
      code,
      equipmentNo: device?.number ?? null,
      equipmentName: device?.name ?? null,
      fieldId: siteId,
      fieldName: sites.get(siteId) ?? '',
    };
  };
}

interface MachineFields {
  equipmentId: string;
  code: string;
  equipmentNo: number | null;
  equipmentName: string | null;
  fieldId: string;
  fieldName: string;
}

/** Why a machine did not do it, in the language of whoever asks. */
export const reasonName = (
  { services, language }: Pick<Context, 'services' | 'language'>,
  reason: string | null,
): string | null => reason && services.texts.say(language, `devices:failure.${reason}`);

export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs);
