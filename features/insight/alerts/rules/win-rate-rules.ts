import { binomialTail } from '#kit/kernel/binomial.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** Types that count plays and the prizes their sensor saw. */
export const prizeTypes = ['claw', 'lipstick', 'cabinet'] as const satisfies readonly DeviceType[];

const numberAt = (settings: SettingsDocument, group: string, name: string): number => {
  const value = settings[group]?.[name];
  return typeof value === 'number' ? value : 0;
};

/** A prize that is certain after so many plays without one lifts the rate that one sees in the long run. */
export function withGuarantee(rate: number, guaranteeAfterPlays: number): number {
  if (guaranteeAfterPlays <= 0) return rate;
  if (rate <= 0) return 1 / guaranteeAfterPlays;
  return rate / (1 - (1 - rate) ** guaranteeAfterPlays);
}

function laneRate(settings: SettingsDocument): number {
  const lanes = settings.prizeLanes?.lanes;
  if (!Array.isArray(lanes)) return 0;
  const open = (lanes as { open?: boolean; winRate?: number }[]).filter((lane) => lane.open);
  if (open.length === 0) return 0;
  return open.reduce((sum, lane) => sum + (lane.winRate ?? 0), 0) / open.length / 10_000;
}

/** The values that `expectedWinRate` reads. */
export const rateSettings = [
  ['force', 'payoutMode'],
  ['force', 'payoutRate'],
  ['force', 'guaranteeAfterPlays'],
  ['needleGame', 'guaranteeAfterPlays'],
  ['cells', 'guaranteeAfterPlays'],
  ['prizeLanes', 'lanes'],
] as const;

/** How often a machine should give a prize by its settings; undefined where only skill decides. */
export function expectedWinRate(type: DeviceType, settings: SettingsDocument): number | undefined {
  const rates: Partial<Record<DeviceType, () => number>> = {
    claw: () =>
      settings.force?.payoutMode === 'none'
        ? 0
        : withGuarantee(
            numberAt(settings, 'force', 'payoutRate') / 10_000,
            numberAt(settings, 'force', 'guaranteeAfterPlays'),
          ),
    lipstick: () =>
      withGuarantee(laneRate(settings), numberAt(settings, 'needleGame', 'guaranteeAfterPlays')),
    cabinet: () => withGuarantee(laneRate(settings), numberAt(settings, 'cells', 'guaranteeAfterPlays')),
  };
  const rate = rates[type]?.() ?? 0;
  return rate > 0 ? Math.min(rate, 1) : undefined;
}

/** So unlikely that a machine that is well shows it once in a thousand such runs. */
const quietChance = 1e-3;

/**
 * Whether a prize sensor has been silent for too long: more plays without a prize than the rule allows, and, where the
 * rate is known, so many that chance does not explain it: (1 − rate) ^ plays < 1/1000. A machine with a low rate may
 * thus be quiet for longer than the rule says.
 */
export function isTooQuiet(plays: number, thresholdPlays: number, rate: number | undefined): boolean {
  if (plays < thresholdPlays) return false;
  return rate === undefined || (1 - rate) ** plays < quietChance;
}

const fewestPrizes = 5;
/** The window is looked at every minute, so the bar is higher than for a single test. */
const raiseChance = 1e-4;
const endChance = 1e-2;

/**
 * Whether a machine wins far above its rate. Taken as true: it may win `percent` of its rate (players have skill, gifts
 * lie better some days). If even then the chance of at least so many prizes among so many plays (upper tail of the
 * binomial distribution) is below 1 in 10,000, something is wrong: a bent claw, a stuck sensor, a hand in the chute.
 * An open alert ends only when the chance is back above 1 in 100, so that it does not come and go.
 */
export function isWinningTooMuch(
  seen: { plays: number; prizes: number },
  rate: number,
  percent: number,
  alreadyOpen: boolean,
): boolean {
  if (seen.prizes < fewestPrizes) return false;
  const chance = binomialTail(seen.prizes, seen.plays, Math.min(1, (rate * percent) / 100));
  return chance < (alreadyOpen ? endChance : raiseChance);
}
