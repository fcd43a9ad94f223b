import type { ShelfState } from '../contract/goods.ts';
import type { LevelState } from '../contract/levels.ts';

/** Whether players see a good now. From the first moment on, and no longer at the last. */
export function shelfState(
  good: { onShelf: boolean; shelfFrom: Date | null; shelfUntil: Date | null },
  now: Date,
): ShelfState {
  if (!good.onShelf) return 'off';
  if (good.shelfUntil && good.shelfUntil <= now) return 'ended';
  return good.shelfFrom && good.shelfFrom > now ? 'planned' : 'on';
}

/** At its alarm threshold a stock is low already. */
export const levelState = (free: number, alarmThreshold: number): LevelState =>
  free === 0 ? 'empty' : free <= alarmThreshold ? 'low' : 'ok';
