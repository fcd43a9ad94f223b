/** Who gets an offer, when, and how often. What is left out says nothing. */
export interface Reach {
  /** what is switched on: that it is sold, that something else makes it cheaper still */
  on?: readonly boolean[];
  fromDay?: string | null;
  toDay?: string | null;
  /** how often at most; null: as often as one likes */
  atMost?: readonly (number | null)[];
  /** what somebody must bring along: a sum, a number of days; null: by this nobody gets it */
  atLeast?: readonly (number | null)[];
  /** at which hours, at which sites, for whom; empty: all of them */
  only?: readonly (readonly unknown[])[];
}

/** Hours of the week, as `only` compares them. */
export const hoursOf = (hours: readonly { days: readonly number[]; period: string }[]): string[] =>
  hours.flatMap(({ days, period }) => days.map((day) => `${day} ${period}`));

const someWider = <T>(
  after: readonly T[] = [],
  before: readonly T[] = [],
  isWider: (a: T, b: T) => boolean,
) => after.some((one, place) => isWider(one, before[place] as T));

const isOpened = (after: readonly unknown[], before: readonly unknown[]): boolean => {
  if (before.length === 0) return false;
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return after.length === 0 || after.some((one) => !known.has(JSON.stringify(one)));
};

/**
 * Whether more people get it than before, at more times or more often: then the yes that somebody said to it is not a yes
 * to this.
 */
export const isWider = (after: Reach, before: Reach): boolean =>
  someWider(after.on, before.on, (a, b) => a && !b) ||
  someWider(after.atMost, before.atMost, (a, b) => b !== null && (a === null || a > b)) ||
  someWider(after.atLeast, before.atLeast, (a, b) => a !== null && (b === null || a < b)) ||
  someWider(after.only, before.only, isOpened) ||
  // an empty day is before every first day and after every last one
  (after.fromDay ?? '') < (before.fromDay ?? '') ||
  (after.toDay ?? '9') > (before.toDay ?? '9');
