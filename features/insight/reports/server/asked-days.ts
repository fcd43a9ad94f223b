import { countSites } from '#features/base/sites/server/public.ts';
import { dayGoingOn } from '#features/selling/figures/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Against } from '../contract/shared.ts';
import { type Days, daysBefore, lengthOf } from '../rules/period-rules.ts';
import type { Asked } from './read-tallies.ts';

/** Who reads: whatever is asked for, it is of what the caller reaches. */
export interface Reach {
  read: Reader;
  scope: Scope;
}

export const reachOf = ({ db, session }: StaffContext): Reach => ({ read: db.read, scope: session.scope });

const usualDays = 7;
/** Three years, and what it takes to compare them. */
const longestDays = 1_096;

/** The day that is going on at the site that is asked for, or at most of the sites that the caller reaches. */
async function openDay({ read, scope }: Reach, siteId: string | undefined, at: Date): Promise<string> {
  const count = siteId ? 1 : await countSites(read, scope);
  return dayGoingOn(read, scope, { at, siteId, count });
}

/** The days a report speaks of; the last few where none are named. */
export async function daysAsked(
  reach: Reach,
  input: { from?: string; to?: string; fieldId?: string },
  now: Date,
  usual = usualDays,
): Promise<Days> {
  const to = input.to ?? (await openDay(reach, input.fieldId, now));
  const days = { from: input.from ?? addDays(to, 1 - usual), to };
  const length = lengthOf(days);
  if (length < 1) throw invalidField('to', 'reports:error.endBeforeStart');
  if (length > longestDays) throw invalidField('to', 'reports:error.tooManyDays', { days: longestDays });
  return days;
}

export interface PlaceInput {
  fieldId?: string;
  equipmentId?: string;
  type?: DeviceType;
}

export const placesAsked = ({ fieldId, equipmentId, type }: PlaceInput): Omit<Asked, keyof Days> => ({
  ...(fieldId && { siteIds: [fieldId] }),
  ...(equipmentId && { deviceIds: [equipmentId] }),
  ...(type && { types: [type] }),
});

/** A period, and the one it is compared with, of the same machines. */
export async function asked(
  reach: Reach,
  input: PlaceInput & { from?: string; to?: string; against?: Against },
  now: Date,
): Promise<{ now: Asked; before: Asked; days: Days; daysBefore: Days }> {
  const days = await daysAsked(reach, input, now);
  const earlier = daysBefore(days, input.against ?? 'previous');
  const places = placesAsked(input);
  return { days, daysBefore: earlier, now: { ...days, ...places }, before: { ...earlier, ...places } };
}
