import { siteNames } from '#features/base/sites/server/public.ts';
import { listDevices } from '#features/machines/devices/server/public.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';

interface MachineColumns {
  deviceId: string;
  siteId: string;
  code: string;
}

/** How the wire names the machine of a record. One that nobody knows any more is named by its code. */
export const toMachine = (
  { deviceId, siteId, code }: MachineColumns,
  device: { number: number; name: string | null } | null | undefined,
  site: { name: string } | null | undefined,
) => ({
  equipmentId: deviceId,
  code,
  equipmentNo: device?.number ?? null,
  equipmentName: device?.name ?? null,
  fieldId: siteId,
  fieldName: site?.name ?? null,
});

/** The same for rows that were not read together with their machines. */
export async function machineNames(reader: Reader, scope: Scope, list: readonly MachineColumns[]) {
  const [devices, sites] = await Promise.all([
    listDevices(reader, scope, { ids: [...new Set(list.map(({ deviceId }) => deviceId))] }),
    siteNames(reader, scope, [...new Set(list.map(({ siteId }) => siteId))]),
  ]);
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return (row: MachineColumns) =>
    toMachine(row, deviceOf.get(row.deviceId), { name: sites.get(row.siteId) ?? '' });
}

/** These are our own; the others a machine tells. */
const ownReasons: readonly string[] = ['presses'];

/** Why a machine did not do it, in the language of the caller. */
export const reasonName = (
  { services, language }: Pick<Context, 'services' | 'language'>,
  reason: string | null,
): string | null =>
  reason &&
  services.texts.say(
    language,
    ownReasons.includes(reason) ? `coins:failure.${reason}` : `devices:failure.${reason}`,
  );
