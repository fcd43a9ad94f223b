import { type SQL, sql } from 'drizzle-orm';
import { tenantNames } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Grouping } from '../contract/shared.ts';
import type { statisticsContract } from '../contract/statistics.ts';
import { type BusinessFigures, figuresOf } from '../rules/business-figures.ts';
import { contributionsOf } from '../rules/contribution-rules.ts';
import type { Reach } from './asked-days.ts';
import { pageSums, weighted } from './page-sums.ts';
import { type PlaceNames, placeNames } from './place-names.ts';
import { type Asked, incomeBy, rankPerMachineDay, tallyOf, tallyParts, weightsOf } from './read-tallies.ts';

export interface FigureLine extends BusinessFigures {
  /** of the merchant, site or machine, the name of the type, or the day or month; '' is none of them */
  id: string;
  beforeFen: number | null;
  changeFen: number | null;
}

const places: readonly Grouping[] = ['merchant', 'site', 'device', 'type'];

/** Places have a period before; a day is its own period. */
export const isPlace = (by: Grouping): boolean => places.includes(by);

type Ranked = NonNullable<ParsedInputOf<typeof statisticsContract.listFigures>['sort']>;

/** What lines are sorted by. Where it is a sum, the rule of the figure says of what. */
function rankOf(sort: Ranked): SQL {
  if (sort === 'period') return sql`part.key`;
  if (sort === 'perMachineDayFen') return rankPerMachineDay();
  if (sort === 'changeFen') return weighted({ ...weightsOf('incomeFen'), beforeFen: -1 });
  return weighted(weightsOf(sort));
}

/**
 * Figures told apart, a page of them; those of places beside their income in the period before. Who earned something
 * then and nothing now is part of the change, and so a line.
 */
export async function pageLines(
  { read, scope }: Reach,
  { now, before }: { now: Asked; before?: Asked | undefined },
  by: Grouping,
  page: { current: number; size: number; sort: Ranked; order: 'asc' | 'desc' },
): Promise<Page<FigureLine>> {
  const compared = isPlace(by) ? before : undefined;
  const found = await pageSums(read, tallyParts(scope, now, by, compared), {
    ...page,
    // a day has no day before to change against
    rank: page.sort === 'changeFen' && !compared ? sql`null::numeric` : rankOf(page.sort),
    direction: page.order,
  });
  return mapPage(found, ({ key, amounts }) => {
    const figures = figuresOf(tallyOf(amounts));
    const beforeFen = compared ? (amounts.beforeFen ?? 0) : null;
    const changeFen = beforeFen === null ? null : figures.incomeFen - beforeFen;
    return { id: key, ...figures, beforeFen, changeFen };
  });
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
