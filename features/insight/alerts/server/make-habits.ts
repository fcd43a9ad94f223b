import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { lastChangesOf } from '#features/machines/settings/server/public.ts';
import { type Figure, readFigures } from '#features/selling/figures/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { habitsOf, mostDays } from '../rules/habit-rules.ts';
import {
  dayBegins,
  type OddHour,
  oddHourOf,
  oddMeasures,
  placeInWeek,
  type SiteClock,
} from '../rules/odd-figure-rules.ts';
import { pastDays } from '../rules/past-day-rules.ts';
import { rateSettings } from '../rules/win-rate-rules.ts';
import { type MadeHabit, selectHabits } from './odd-queries.ts';

/** What a coin or a play is worth. After a change a machine has to find new habits. */
const priceSettings = [
  ['consume', 'pricePerPlay'],
  ['consume', 'coinsPerPlay'],
  ['consume', 'coinsPerYuan'],
  ['consume', 'pulsesPerCoin'],
  ['consume', 'acceptCoins'],
  ['needleGame', 'pricePerPlay'],
  ['cells', 'pricePerPlay'],
  ['exchange', 'coinsPerYuan'],
] as const;

export interface Place {
  scope: Scope;
  siteId: string;
  clock: SiteClock;
  /** the end of the last hour that is over */
  until: number;
}

const dayText = (at: number) => businessDay(new Date(at));

/** What machines did from one moment to another, hour by hour. */
export async function readHours(
  reader: Reader,
  { scope, siteId }: Place,
  devices: readonly DeviceView[],
  { from, to }: { from: number; to: number },
): Promise<Map<string, OddHour[]>> {
  const found = await readFigures(reader, scope, {
    measures: oddMeasures,
    // a day more on each side: days of the figures are those of the site
    from: dayText(from - 86_400_000),
    to: dayText(to + 86_400_000),
    by: ['device', 'hour', 'measure'],
    siteIds: [siteId],
    deviceIds: devices.map(({ deviceId }) => deviceId),
  });
  const types = new Map(devices.map(({ deviceId, type }) => [deviceId, type]));
  const hours = new Map<string, OddHour[]>(devices.map(({ deviceId }) => [deviceId, []]));
  const inTime = found.filter(({ hourAt }) => hourAt!.getTime() >= from && hourAt!.getTime() < to);
  for (const own of Map.groupBy(inTime, keyOf).values()) {
    const [{ deviceId, hourAt }] = own as [Figure];
    const type = deviceId && types.get(deviceId);
    const amounts = Object.fromEntries(own.map(({ measure, amount }) => [measure, amount]));
    const hour = type ? oddHourOf(type, hourAt!.getTime(), amounts) : null;
    if (deviceId && hour) hours.get(deviceId)?.push(hour);
  }
  return hours;
}

const keyOf = ({ deviceId, hourAt }: Figure) => `${deviceId} ${hourAt!.getTime()}`;

/** The habits of machines of one site, and those of them that were made now. */
export async function habitsToday(
  reader: Reader,
  place: Place,
  devices: readonly DeviceView[],
): Promise<{ habits: Map<string, MadeHabit>; made: MadeHabit[] }> {
  const { scope, siteId, clock, until } = place;
  const today = placeInWeek(until - 1, clock).day;
  const begin = dayBegins(today, clock);
  // a day of the site by its own name, whatever the clock of the server says
  const madeOn = new Date(today * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const deviceIds = devices.map(({ deviceId }) => deviceId);
  const since = new Date(dayBegins(today - mostDays, clock));
  const [stored, prices, rates] = await Promise.all([
    selectHabits(reader, scope, deviceIds),
    lastChangesOf(reader, scope, deviceIds, { since, names: priceSettings }),
    lastChangesOf(reader, scope, deviceIds, { since, names: rateSettings }),
  ]);
  const dayAfter = (at: Date | undefined) => (at ? placeInWeek(at.getTime(), clock).day + 1 : undefined);
  const isFresh = (deviceId: string) => {
    const row = stored.get(deviceId);
    // one of an older version lacks a part: it is made again
    const isWhole = !row?.habit || row.habit.badDay !== undefined;
    return row?.madeOn === madeOn && row.siteId === siteId && isWhole;
  };
  let made: MadeHabit[] = [];
  if (!deviceIds.every(isFresh)) {
    const hours = await readHours(reader, place, devices, { from: since.getTime(), to: begin });
    const pasts = new Map(
      devices.map(({ deviceId }) => {
        const first = Math.max(today - mostDays, dayAfter(prices.get(deviceId)?.at) ?? 0);
        return [deviceId, pastDays(hours.get(deviceId) ?? [], clock, { first, last: today - 1 })];
      }),
    );
    const winsFrom = new Map([...rates].map(([deviceId, { at }]) => [deviceId, dayAfter(at) as number]));
    made = [...habitsOf(pasts, winsFrom)].map(([deviceId, habit]) => ({ deviceId, siteId, madeOn, habit }));
  }
  const all = new Map([...stored, ...made.map((row) => [row.deviceId, row] as const)]);
  // changed since the habits were made: today is not like the days before
  const isStale = (deviceId: string) => (prices.get(deviceId)?.at.getTime() ?? 0) >= begin;
  return {
    made,
    habits: new Map([...all].filter(([deviceId]) => !isStale(deviceId))),
  };
}
