import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type SettingsDocument, settingsDifference } from '#kit/protocol/types/catalogue.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import type { SettingDifference } from '../contract.ts';
import { settingsChanges } from '../tables.ts';
import { announce } from './announce.ts';
import { type Confirmed, replaceConfirmed } from './confirmed-queries.ts';
import { tellConfirmed } from './tell-confirmed.ts';

interface TakenOver {
  device: DeviceView;
  confirmed: Confirmed;
  next: { settings: SettingsDocument; hash: string; version: number };
  user: { id: string; name: string } | null;
  now: Date;
  services: Services;
}

/** What the device runs with becomes the confirmed document, though nothing was sent; it stands in the history like a change. */
export async function takeOver(tx: Tx, taken: TakenOver): Promise<SettingDifference[]> {
  const { device, confirmed, next, user, now, services } = taken;
  const differences = settingsDifference(confirmed.settings, next.settings);
  await replaceConfirmed(tx, device, { ...next, appliedAt: now });
  const written = await insert(tx, tenantScope(device.tenantId), settingsChanges, {
    id: newId(now.getTime()),
    deviceId: device.deviceId,
    siteId: device.siteId,
    deviceCode: device.code,
    deviceNumber: device.number,
    deviceType: device.type,
    state: 'applied',
    wanted: {},
    ...next,
    differences,
    userId: user?.id ?? null,
    userName: user?.name ?? null,
    startedAt: now,
    deadlineAt: now,
    endedAt: now,
  });
  await announce(
    tx,
    written.map((change) => ({ change, state: 'applied' })),
    now,
  );
  await tellConfirmed(tx, services, [device]);
  return differences;
}
