import type { z } from 'zod';
import type { noteSwitch, notes } from '#kit/protocol/types/groups.ts';
import { noteValuesYuan } from '#kit/protocol/types/groups.ts';
import type { Random } from './random.ts';

export type NoteSettings = z.infer<typeof notes>;
export type NoteSwitch = z.infer<typeof noteSwitch>;

/** People mostly carry tens and twenties. */
const pockets = noteValuesYuan.flatMap((yuan) =>
  Array<number>(yuan === 10 || yuan === 20 ? 4 : 1).fill(yuan),
);

export const noteFromPocket = (random: Random): number => random.pick(pockets);

/** 1 is Monday. */
export function worksAt({ enabled, schedule }: NoteSwitch, at: Date): boolean {
  if (!enabled || schedule.length === 0) return enabled;
  const weekday = at.getDay() || 7;
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  return schedule.some(({ days, period }) => {
    const [from, to] = period.split('-') as [string, string];
    const inside = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
    return days.includes(weekday) && inside;
  });
}

/** What a note is worth here; undefined when the acceptor gives it back. */
export function acceptedNote({ accepted }: NoteSettings, yuan: number): { bonusCoins: number } | undefined {
  return accepted.find((entry) => entry.yuan === yuan && entry.accepted);
}
