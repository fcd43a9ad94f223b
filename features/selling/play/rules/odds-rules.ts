import { force } from '#kit/protocol/types/claw.ts';
import { needleGame } from '#kit/protocol/types/lipstick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** Machines that are set to win by a rate or after so many plays. */
export const oddsTypes = ['claw', 'lipstick'] as const satisfies readonly DeviceType[];

export const isOddsType = (type: DeviceType): boolean => (oddsTypes as readonly DeviceType[]).includes(type);

export interface Odds {
  /** how many of 10,000 plays the machine is set to win; null: it is not set by a rate */
  rateBasisPoints: number | null;
  /** after so many plays without a prize the next one is let win; null: no such rule */
  guaranteeAfter: number | null;
}

/** What a machine is set to, by the settings that it has confirmed; null where nothing can be said. */
export function oddsOf(type: DeviceType, settings: Record<string, unknown>): Odds | null {
  if (type === 'claw') {
    const { payoutMode, payoutRate, guaranteeAfterPlays } = force.parse(settings.force ?? {});
    if (payoutMode === 'none') return null;
    return { rateBasisPoints: payoutRate, guaranteeAfter: guaranteeAfterPlays || null };
  }
  if (type === 'lipstick') {
    const { guaranteeAfterPlays } = needleGame.parse(settings.needleGame ?? {});
    return guaranteeAfterPlays > 0 ? { rateBasisPoints: null, guaranteeAfter: guaranteeAfterPlays } : null;
  }
  return null;
}

/** Plays until the rule holds; null where there is none, or nobody knows how many there were. */
export const playsToGo = ({ guaranteeAfter }: Odds, since: number | null): number | null =>
  guaranteeAfter === null || since === null ? null : Math.max(0, guaranteeAfter - since);
