import { type SQL, sql } from 'drizzle-orm';
import { siteHours } from '#features/base/sites/server/public.ts';
import { coinWorth } from '#features/insight/prizes/server/public.ts';
import { countMachineDays, machineDays } from '#features/machines/devices/server/public.ts';
import type { Measure } from '#features/selling/figures/contract/measures.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { timedTypes } from '#kit/protocol/types/play-time.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { revenueContract } from '../contract/revenue.ts';
import { figuresOf } from '../rules/business-figures.ts';
import { occupancyOf, openMinutesIn } from '../rules/occupancy-rules.ts';
import { lengthOf } from '../rules/period-rules.ts';
import type { Reach } from './asked-days.ts';
import { pageSums, type Sums, type Weights, weighted } from './page-sums.ts';
import { placeNames } from './place-names.ts';
import {
  type Asked,
  measureParts,
  rankPerMachineDay,
  tallyOf,
  tallyParts,
  weightsOf,
} from './read-tallies.ts';

type By = 'site' | 'device';
type Ranked = NonNullable<ParsedInputOf<typeof revenueContract.listRevenue>['sort']>;

const besides: readonly Measure[] = ['rent', 'playSeconds', 'sharesPaid'];

/** What is left after all: coins count where they are spent, and not where they were sold. */
const resultWeights = (): Weights => ({
  ...weightsOf('marginFen'),
  rent: -1,
  coinsFen: 1,
  coinSalesFen: -1,
});
const openWeights: Weights = { shares: 1, sharesPaid: -1 };

/**
 * Minutes that machines could have been played while their sites were open, of those whose time of a play is known: of each
 * as many days as it stood at a site, with what the site is open on all days that are asked for.
 */
async function openTime({ read, scope }: Reach, asked: Asked, by: By): Promise<SQL[]> {
  const timed = { ...asked, types: timedTypes };
  const siteIds = [...(await countMachineDays(read, scope, timed, 'site')).keys()];
  const open = [...(await siteHours(read, scope, siteIds))].map(([id, { openingHours, dayStart }]) => ({
    id,
    minutes: openMinutesIn(openingHours, asked, dayStart),
  }));
  if (open.length === 0) return [];
  const place = sql.raw(by === 'site' ? '1' : '2');
  return [
    sql`select split_part(m.key, ' ', ${place}), 'openMinutes', sum(m.count::bigint * o.minutes)::bigint
      from (${machineDays(scope, timed, 'standing')}) m
      join jsonb_to_recordset(${JSON.stringify(open)}::text::jsonb) as o (id text, minutes bigint)
        on o.id = split_part(m.key, ' ', 1)
      group by 1`,
  ];
}

const ranks = (by: By): Record<Ranked, SQL> => ({
  incomeFen: weighted(weightsOf('incomeFen')),
  resultFen: weighted(resultWeights()),
  perMachineDayFen: rankPerMachineDay(),
  occupancyRatio: sql`${weighted({ playSeconds: 1 })} / nullif(${weighted({ openMinutes: 1 })}, 0)`,
  // machines have no account of their own
  openFen: by === 'site' ? weighted(openWeights) : sql`null::numeric`,
});

const sumOf = (amounts: Sums['amounts'], weights: Weights): number =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (amounts[name] ?? 0), 0);

/** A page of what sites or machines brought and what is left of it. */
export async function pageRevenue(
  reach: Reach,
  asked: Asked,
  input: ParsedInputOf<typeof revenueContract.listRevenue>,
) {
  const { read, scope } = reach;
  const { by, current, size } = input;
  const sort = input.sort ?? (by === 'site' ? 'incomeFen' : 'perMachineDayFen');
  const parts = [
    ...tallyParts(scope, asked, by),
    measureParts(scope, asked, by, besides),
    coinWorth(scope, asked, by),
    ...(await openTime(reach, asked, by)),
  ];
  const conditions = [
    // what was sold without a machine belongs to no machine's account
    by === 'device' ? sql`part.key <> ''` : sql`true`,
    input.losing ? sql`${weighted(resultWeights())} < 0` : sql`true`,
  ];
  const page = await pageSums(read, parts, {
    ...{ current, size },
    rank: ranks(by)[sort],
    direction: input.order ?? 'desc',
    having: sql.join(conditions, sql` and `),
  });
  const nameOf = await placeNames(
    read,
    scope,
    by,
    page.records.map(({ key }) => key),
  );
  return mapPage(page, ({ key, amounts }) => ({
    id: key,
    ...nameOf(key),
    ...figuresOf(tallyOf(amounts)),
    rentFen: amounts.rent ?? 0,
    coinsFen: amounts.coinsFen ?? 0,
    coinsUnknown: amounts.coinsUnknown ?? 0,
    coinSalesFen: amounts.coinSalesFen ?? 0,
    resultFen: sumOf(amounts, resultWeights()),
    openFen: by === 'site' ? sumOf(amounts, openWeights) : null,
    occupancyRatio: occupancyOf(amounts.playSeconds ?? 0, amounts.openMinutes ?? 0, lengthOf(asked)),
  }));
}
