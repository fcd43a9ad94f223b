import type { DeviceView } from '#features/machines/devices/server/public.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { lookAgain, type Watch } from '../rules/prize-rules.ts';
import type { RuleBook } from '../rules/rule-book-rules.ts';
import { expectedWinRate, isTooQuiet, isWinningTooMuch, prizeTypes } from '../rules/win-rate-rules.ts';
import type { Cause } from './raise-alerts.ts';

/** A prize machine as one look finds it. */
export interface PrizeLook {
  device: DeviceView;
  rules: RuleBook;
  before: Watch | undefined;
  watch: Watch;
  quietPlays: number;
  window: { plays: number; prizes: number };
  /** an alert about its win rate is open */
  winningOpen: boolean;
}

export const isPrizeMachine = ({ type, controlled }: Pick<DeviceView, 'type' | 'controlled'>) =>
  controlled && (prizeTypes as readonly DeviceType[]).includes(type);

export function lookAtPrizes(
  device: DeviceView,
  rules: RuleBook,
  before: Watch | undefined,
  winningOpen: boolean,
  now: Date,
): PrizeLook {
  const { plays = 0, prizesOut: prizes = 0 } = device.counters;
  const watch = lookAgain(
    before,
    { plays, prizes, settingsVersion: device.settingsVersion },
    now,
    winningOpen,
  );
  return {
    device,
    rules,
    before,
    watch,
    quietPlays: plays - watch.quietFromPlays,
    window: { plays: plays - watch.windowPlays, prizes: prizes - watch.windowPrizes },
    winningOpen,
  };
}

const thresholdOf = ({ rules, device }: PrizeLook, kind: 'sensorSilent' | 'winRate') =>
  rules.at(device.siteId, kind).threshold ?? 0;

/** Whether the settings of the machine are worth reading: most machines are plainly well without. */
export const isDoubtful = (look: PrizeLook): boolean =>
  look.quietPlays >= thresholdOf(look, 'sensorSilent') || look.window.prizes > 0;

const percentOf = (rate: number) => Math.round(rate * 1000) / 10;

export function prizeCauses(look: PrizeLook, settings: SettingsDocument): Cause[] {
  const { device, window, quietPlays } = look;
  const rate = expectedWinRate(device.type, settings);
  const place = { deviceId: device.deviceId, siteId: device.siteId };
  const causes: Cause[] = [];
  if (isTooQuiet(quietPlays, thresholdOf(look, 'sensorSilent'), rate))
    causes.push({ kind: 'sensorSilent', ...place, data: { plays: quietPlays } });
  if (rate !== undefined && isWinningTooMuch(window, rate, thresholdOf(look, 'winRate'), look.winningOpen))
    causes.push({
      kind: 'winRate',
      ...place,
      data: { ...window, rate: percentOf(window.prizes / window.plays), expected: percentOf(rate) },
    });
  return causes;
}
