import { siteHours } from '#features/base/sites/server/public.ts';
import {
  countMachineDays,
  countPlayedHours,
  type PlayedHours,
  playedTypes,
} from '#features/machines/devices/server/public.ts';
import { listPayables, sumRents } from '#features/selling/sharing/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Handlers } from '#kit/server/context.ts';
import { asPage } from '#kit/server/page-rows.ts';
import type { revenueContract } from '../contract/revenue.ts';
import { figuresOf, nothing } from '../rules/business-figures.ts';
import { occupancyOf, openMinutes } from '../rules/occupancy-rules.ts';
import type { Days } from '../rules/period-rules.ts';
import { splitRent } from '../rules/rent-rules.ts';
import { daysAsked, placesAsked, type Reach, reachOf } from './asked-days.ts';
import { type PlaceNames, placeNames } from './place-names.ts';
import { type Asked, tallyBy } from './read-tallies.ts';

const usualDays = 30;

/** Rent of sites; of machines what each bears of it, by the days it stood there: a machine that moved bears of both. */
async function rentsBy(
  { read, scope }: Reach,
  asked: Asked,
  by: 'site' | 'device',
): Promise<Map<string, number>> {
  const rents = await sumRents(read, scope, asked);
  if (by === 'site' || rents.size === 0) return rents;
  const standing = await countMachineDays(read, scope, { ...asked, siteIds: [...rents.keys()] }, 'standing');
  const bySite = Map.groupBy([...standing], ([key]) => key.split(' ')[0] as string);
  const parts = new Map<string, number>();
  for (const [siteId, rentFen] of rents) {
    const days = new Map(bySite.get(siteId)?.map(([key, count]) => [key.split(' ')[1] as string, count]));
    for (const [id, partFen] of splitRent(rentFen, days)) parts.set(id, (parts.get(id) ?? 0) + partFen);
  }
  return parts;
}

/** How much of their open time machines were played, of those that are played at all. */
async function occupanciesBy(
  { read, scope }: Reach,
  asked: Asked,
  by: 'site' | 'device',
  siteOf: (id: string) => string | null,
): Promise<(id: string) => number | null> {
  const [allPlayed, standing] = await Promise.all([
    countPlayedHours(read, scope, asked, by),
    countMachineDays(read, scope, { ...asked, types: playedTypes }, by),
  ]);
  const siteIds = [...new Set([...standing.keys()].flatMap((id) => siteOf(id) ?? []))];
  const hours = await siteHours(read, scope, siteIds);
  const byPlace = Map.groupBy(allPlayed, ({ key }: PlayedHours) => key);
  return (id) => {
    const site = hours.get(siteOf(id) ?? '');
    const machineDays = standing.get(id);
    if (!site || !machineDays) return null;
    const played = byPlace.get(id) ?? [];
    return occupancyOf(played, openMinutes(site.openingHours), asked, machineDays, site.dayStart);
  };
}

async function openBySite({ read, scope }: Reach, asked: Asked): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { siteId, dueFen, paidFen } of await listPayables(read, scope, asked))
    sums.set(siteId, (sums.get(siteId) ?? 0) + dueFen - paidFen);
  return sums;
}

async function readRevenue(reach: Reach, asked: Asked, by: 'site' | 'device') {
  const { read, scope } = reach;
  const tallies = await tallyBy(read, scope, asked, by);
  // what was sold without a machine belongs to no machine's account
  if (by === 'device') tallies.delete('');
  const nameOf = await placeNames(read, scope, by, [...tallies.keys()]);
  const siteOf = (id: string) => nameOf(id).fieldId;
  const [rents, occupancyRatio, open] = await Promise.all([
    rentsBy(reach, asked, by),
    occupanciesBy(reach, asked, by, siteOf),
    by === 'site' ? openBySite(reach, asked) : undefined,
  ]);
  for (const id of rents.keys()) if (!tallies.has(id)) tallies.set(id, nothing());
  return [...tallies].map(([id, tally]) => {
    const figures = figuresOf(tally);
    const rentFen = rents.get(id) ?? 0;
    return {
      id,
      ...(nameOf(id) as PlaceNames),
      ...figures,
      rentFen,
      resultFen: figures.marginFen - rentFen,
      openFen: open ? (open.get(id) ?? 0) : null,
      occupancyRatio: occupancyRatio(id),
    };
  });
}

type Revenue = Awaited<ReturnType<typeof readRevenue>>[number];

function sorted(rows: readonly Revenue[], input: ParsedInputOf<typeof revenueContract.listRevenue>) {
  const by = input.sort ?? (input.by === 'site' ? 'incomeFen' : 'perMachineDayFen');
  const sign = input.order === 'asc' ? 1 : -1;
  // nothing known stands last, whichever way
  return [...rows].sort((a, b) => {
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right) || (a.id < b.id ? -1 : 1);
  });
}

export const revenueHandlers: Handlers<typeof revenueContract> = {
  async listRevenue(context, input) {
    const days: Days = daysAsked(input, context.clock.now(), usualDays);
    const found = await readRevenue(reachOf(context), { ...days, ...placesAsked(input) }, input.by);
    const rows = sorted(input.losing ? found.filter(({ resultFen }) => resultFen < 0) : found, input);
    const { current, size } = input;
    return asPage(input, rows.slice((current - 1) * size, current * size), rows.length);
  },

  async listPayables(context, input) {
    const { read, scope } = reachOf(context);
    const days = daysAsked(input, context.clock.now(), usualDays);
    const found = await listPayables(read, scope, { ...days, siteIds: [input.fieldId] });
    return found.map((row) => ({ ...row, openFen: row.dueFen - row.paidFen }));
  },
};
