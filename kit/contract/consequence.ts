import { durationText } from '#kit/kernel/duration.ts';
import { formatFen, wholeBasisPoints } from '#kit/kernel/money.ts';
import { percentOf } from './meaning-text.ts';

/**
 * What a number comes to that somebody is typing, so that nobody has to work it out: "25 % of 40 = alarm at 10". Rules
 * return it, forms say it under the field (`comesTo`), other pages with `consequenceText`. A parameter whose name ends in
 * `Fen`, `BasisPoints` or `Ms` is said as an amount, a percentage, a duration.
 */
export interface Consequence {
  /** translation key */
  text: string;
  params?: Readonly<Record<string, number | string>>;
}

type Say = (key: string, params?: Record<string, string | number>) => string;

function said(say: Say, name: string, value: number | string): number | string {
  if (typeof value === 'string') return value;
  if (name.endsWith('Fen')) return formatFen(value);
  if (name.endsWith('BasisPoints')) return percentOf(value);
  if (name.endsWith('Ms')) return durationText(say, value);
  return value;
}

export function consequenceText(say: Say, consequence: Consequence | undefined): string | undefined {
  if (!consequence) return undefined;
  const params = Object.entries(consequence.params ?? {});
  return say(
    consequence.text,
    Object.fromEntries(params.map(([name, value]) => [name, said(say, name, value)])),
  );
}

/** A number that stands there in full; not while the field is empty or holds half of one. */
export const isTyped = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The numbers of these names, when all of them are typed. */
export function typedIn<N extends string>(
  values: Readonly<Record<string, unknown>>,
  ...names: N[]
): Record<N, number> | undefined {
  return names.every((name) => isTyped(values[name])) ? (values as Record<N, number>) : undefined;
}

/** The share of a whole, in whole percent as people say it. */
export const percentIn = (part: number, whole: number): number => Math.round((part / whole) * 100);

/** How often something happens that has this chance, and what plays at this price bring in between. */
export function onceIn(rateBasisPoints: number, priceFen = 0): Consequence {
  if (rateBasisPoints === 0) return { text: 'kit:consequence.neverPlays' };
  if (rateBasisPoints >= wholeBasisPoints) return { text: 'kit:consequence.everyPlay' };
  // more often than every second play there is no "once in"
  if (rateBasisPoints > wholeBasisPoints / 2)
    return {
      text: 'kit:consequence.ofHundredPlays',
      params: { rateBasisPoints, count: Math.round(rateBasisPoints / 100) },
    };
  const count = Math.round(wholeBasisPoints / rateBasisPoints);
  if (priceFen === 0) return { text: 'kit:consequence.oncePlays', params: { rateBasisPoints, count } };
  const takenFen = Math.round((priceFen * wholeBasisPoints) / rateBasisPoints);
  return { text: 'kit:consequence.oncePlaysTaken', params: { rateBasisPoints, count, takenFen } };
}

export const hundredPlays = (priceFen: number): Consequence | undefined =>
  priceFen > 0 ? { text: 'kit:consequence.hundredPlays', params: { takenFen: priceFen * 100 } } : undefined;

/** An alarm at so many pieces of what fits in. */
export const alarmAt = (pieces: number, capacity: number): Consequence | undefined =>
  capacity > 0 && pieces <= capacity
    ? { text: 'kit:consequence.alarmAt', params: { pieces, capacity, percent: percentIn(pieces, capacity) } }
    : undefined;

/** What was counted against what should be there. */
export function countedAgainst(counted: number, expected: number): Consequence {
  const difference = counted - expected;
  if (difference === 0) return { text: 'kit:consequence.countedSame', params: { expected } };
  return {
    text: `kit:consequence.${difference > 0 ? 'countedMore' : 'countedLess'}`,
    params: { expected, difference: Math.abs(difference) },
  };
}
