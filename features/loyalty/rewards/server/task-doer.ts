import type { SiteHours } from '#features/base/sites/server/public.ts';
import type { RowOf } from '#kit/server/tables.ts';
import type { rewardTasks } from '../tables.ts';

export type TaskRow = RowOf<typeof rewardTasks>;

export interface Doer {
  playerId: string;
  site: SiteHours;
  now: Date;
}
