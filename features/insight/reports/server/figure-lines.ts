import { tenantNames } from '#features/base/accounts/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Grouping } from '../contract/shared.ts';
import { type BusinessFigures, figuresOf, nothing, type Tally } from '../rules/business-figures.ts';
import { contributionsOf } from '../rules/contribution-rules.ts';
import type { Reach } from './asked-days.ts';
import { type PlaceNames, placeNames } from './place-names.ts';
import { type Asked, incomeBy, tallyBy } from './read-tallies.ts';

export interface FigureLine extends BusinessFigures {
  /** of the merchant, site or machine, the name of the type, or the day or month; '' is none of them */
  id: string;
  beforeFen: number | null;
  changeFen: number | null;
}

export function lineOf(key: string, tally: Tally, before?: ReadonlyMap<string, number>): FigureLine {
  const figures = figuresOf(tally);
  const beforeFen = before ? (before.get(key) ?? 0) : null;
  return {
    id: key,
    ...figures,
    beforeFen,
    changeFen: beforeFen === null ? null : figures.incomeFen - beforeFen,
  };
}

type Sortable = {
  [K in keyof FigureLine]: FigureLine[K] extends number | null ? K : never;
}[keyof FigureLine];

/** Nothing known stands last, whichever way; equal ones in the order of their ids, so that pages do not overlap. */
export function inOrder(
  lines: readonly FigureLine[],
  by: Sortable | 'period',
  direction: 'asc' | 'desc',
): FigureLine[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...lines].sort((a, b) => {
    if (by === 'period') return sign * (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || (a.id < b.id ? -1 : 1);
  });
}

const places: readonly Grouping[] = ['merchant', 'site', 'device', 'type'];

/** Places have a period before; a day is its own period. */
export const isPlace = (by: Grouping): boolean => places.includes(by);

/** Figures told apart, those of places beside their income in the period before. */
export async function readLines({ read, scope }: Reach, now: Asked, before: Asked, by: Grouping) {
  const [tallies, incomesBefore] = await Promise.all([
    tallyBy(read, scope, now, by),
    isPlace(by) ? incomeBy(read, scope, before, by) : undefined,
  ]);
  // who earned something then and nothing now is part of the change
  for (const key of incomesBefore?.keys() ?? []) if (!tallies.has(key)) tallies.set(key, nothing());
  return [...tallies].map(([key, tally]) => lineOf(key, tally, incomesBefore));
}

const nameless: PlaceNames = {
  fieldId: null,
  fieldName: null,
  equipmentId: null,
  equipmentNo: null,
  equipmentName: null,
};

/** Lines with what they are called. */
export async function named({ read, scope }: Reach, lines: readonly FigureLine[], by: Grouping) {
  const nameOf =
    by === 'site' || by === 'device'
      ? await placeNames(
          read,
          scope,
          by,
          lines.map(({ id }) => id),
        )
      : () => nameless;
  const merchants =
    by === 'merchant'
      ? await tenantNames(
          read,
          lines.map(({ id }) => id),
        )
      : undefined;
  return lines.map((line) => ({
    ...line,
    ...nameOf(line.id),
    merchantName: merchants?.get(line.id) ?? null,
    type: by === 'type' && line.id ? (line.id as DeviceType) : null,
    period: isPlace(by) ? null : line.id,
  }));
}

/** What the change of income between two periods is made of. */
export async function readContributions(
  { read, scope }: Reach,
  now: Asked,
  before: Asked,
  by: 'site' | 'device',
) {
  const [incomes, incomesBefore] = await Promise.all([
    incomeBy(read, scope, now, by),
    incomeBy(read, scope, before, by),
  ]);
  const { largest, restFen } = contributionsOf(incomes, incomesBefore);
  const nameOf = await placeNames(
    read,
    scope,
    by,
    largest.map(({ key }) => key),
  );
  return { contributions: largest.map(({ key, ...amounts }) => ({ ...nameOf(key), ...amounts })), restFen };
}
