import type { SiteHours } from '#features/base/sites/server/public.ts';
import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { lowAtOf } from '../rules/hopper-rules.ts';
import { openMinutes } from '../rules/open-minutes-rules.ts';
import type { RuleBook } from '../rules/rule-book-rules.ts';
import type { Cause } from './raise-alerts.ts';

type Place = Pick<DeviceView, 'deviceId' | 'siteId'>;

const at = ({ deviceId, siteId }: Place) => ({ deviceId, siteId });

/** A code of a newer firmware counts as a warning until this version knows it. */
export const faultCause = (device: Place, code: string): Cause => ({
  kind: 'fault',
  ...at(device),
  subject: code,
  severity: isFaultCode(code) && faults[code] === 'stop' ? 'severe' : 'warning',
});

/** An empty hopper turns players away; a low one soon will. */
export function hopperCauses(
  device: Place,
  hoppers: readonly { hopper: number; coins: number }[],
  settings: SettingsDocument | undefined,
): Cause[] {
  return hoppers.flatMap(({ hopper, coins }): Cause[] => {
    const threshold = lowAtOf(settings, hopper);
    if (threshold === undefined || coins > threshold) return [];
    return [
      {
        kind: 'lowCoins',
        ...at(device),
        subject: String(hopper),
        severity: coins === 0 ? 'severe' : 'warning',
        data: { hopper, coins, threshold },
      },
    ];
  });
}

/** Minutes while the site was closed do not count; a machine that never connected is not missed yet. */
function offlineCauses(device: DeviceView, site: SiteHours | undefined, rules: RuleBook, now: Date): Cause[] {
  if (device.online || !device.changedAt || !device.lastSeenAt || !site?.enabled) return [];
  const minutes = openMinutes(site.openingHours, device.changedAt, now);
  const threshold = rules.at(device.siteId, 'offline').threshold ?? 0;
  if (minutes < threshold) return [];
  const seenAt = device.lastSeenAt.toISOString();
  return [{ kind: 'offline', ...at(device), data: { minutes: threshold, seenAt } }];
}

/** Everything that is wrong with a machine by what it last told of itself. */
export function causesOf(
  device: DeviceView,
  site: SiteHours | undefined,
  rules: RuleBook,
  settings: SettingsDocument | undefined,
  now: Date,
): Cause[] {
  if (!device.controlled) return [];
  return [
    ...offlineCauses(device, site, rules, now),
    ...device.faults.map((code) => faultCause(device, code)),
    ...hopperCauses(device, device.hoppers, settings),
  ];
}
