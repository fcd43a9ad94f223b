import { type Dates, type PastDate, pastOf } from '#kit/kernel/from-now.ts';
import type { Values } from './form-state.ts';

/** What the last day is called in a form, where not `toDay`. */
interface Names {
  toDay?: string;
}

const datesOf = (values: Values, { toDay = 'toDay' }: Names): Dates => ({
  fromDay: (values.fromDay as string | undefined) ?? null,
  toDay: (values[toDay] as string | undefined) ?? null,
  hours: (values.hours as Dates['hours']) ?? [],
});

/** The check of a field that may not be before now. The server judges the same by the clock of the site. */
export const notPast =
  (field: PastDate['field'], names: Names = {}) =>
  (values: Values, before: Values): PastDate | undefined => {
    const past = pastOf(datesOf(values, names), new Date(), { before: datesOf(before, names) });
    return past?.field === field ? past : undefined;
  };
