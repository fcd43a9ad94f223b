import type { DeviceView } from '#features/devices/server/public.ts';
import type { SiteHours } from '#features/sites/server/public.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
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
  rules: RuleBook,
): Cause[] {
  const threshold = rules.at(device.siteId, 'lowCoins').threshold ?? 0;
  return hoppers
    .filter(({ coins }) => coins <= threshold)
    .map(({ hopper, coins }) => ({
      kind: 'lowCoins',
      ...at(device),
      subject: String(hopper),
      severity: coins === 0 ? 'severe' : 'warning',
      data: { hopper, coins, threshold },
    }));
}

/** Minutes while the site was closed do not count; a machine that never connected is not missed yet. */
function offlineCauses(device: DeviceView, site: SiteHours | undefined, rules: RuleBook, now: Date): Cause[] {
  if (device.online || !device.changedAt || !device.lastSeenAt || !site?.enabled) return [];
  const minutes = openMinutes(site.openingHours, device.changedAt, now);
  const threshold = rules.at(device.siteId, 'offline').threshold ?? 0;
  return minutes >= threshold ? [{ kind: 'offline', ...at(device), data: { minutes: threshold } }] : [];
}

/** Everything that is wrong with a machine by what it last told of itself. */
export function causesOf(
  device: DeviceView,
  site: SiteHours | undefined,
  rules: RuleBook,
  now: Date,
): Cause[] {
  if (!device.controlled) return [];
  return [
    ...offlineCauses(device, site, rules, now),
    ...device.faults.map((code) => faultCause(device, code)),
    ...hopperCauses(device, device.hoppers, rules),
  ];
}
