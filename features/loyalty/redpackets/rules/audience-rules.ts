import { dayMs } from '#kit/kernel/time.ts';
import type { Audience } from '../contract/kinds.ts';

/** A day on which somebody paid for something. */
export interface PaidDay {
  day: string;
  lastAt: Date;
  /** the largest top-up of it */
  topUpFen: number;
}

export interface Asked {
  audience: Audience;
  levelId: string | null;
  topUpFen: number | null;
  awayDays: number | null;
  fromDay: string;
}

/**
 * Whether somebody is of those for whom a campaign is. New: never paid for anything here. Topped up: at least so much at once
 * since the first day of the campaign. Away: has paid here, and not for so many days.
 */
export function isFor(
  { audience, levelId, topUpFen, awayDays, fromDay }: Asked,
  person: { days: readonly PaidDay[]; levelId: string | undefined },
  now: Date,
): boolean {
  const { days } = person;
  switch (audience) {
    case 'everybody':
      return true;
    case 'new':
      return days.length === 0;
    case 'level':
      return levelId !== null && person.levelId === levelId;
    case 'toppedUp':
      return days.some((one) => one.day >= fromDay && one.topUpFen >= Math.max(1, topUpFen ?? 1));
    case 'away': {
      const last = Math.max(...days.map(({ lastAt }) => lastAt.getTime()));
      return days.length > 0 && last <= now.getTime() - (awayDays ?? 1) * dayMs;
    }
  }
}
