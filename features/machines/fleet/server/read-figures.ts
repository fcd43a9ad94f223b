import { assertSites, siteClock } from '#features/base/sites/server/public.ts';
import { sumCountersToday } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { fleetContract } from '../contract.ts';
import { countStates, selectTypes } from './fleet-queries.ts';

const figures = ['coinsIn', 'cashCoins', 'onlineCoins', 'plays', 'prizesOut', 'coinsOut', 'sold'] as const;
type Figure = (typeof figures)[number];
/** On machines that are not played these totals mean something else: coins handed in, coins handed out. */
const ofPlay: readonly string[] = ['coinsIn', 'cashCoins', 'onlineCoins', 'plays', 'prizesOut'];
const isPlayed = (type: DeviceType) => definitionOf(type).counters.includes('plays');

export async function readFigures(
  context: StaffContext,
  { fieldId }: ParsedInputOf<typeof fleetContract.readFigures>,
): Promise<ResultOf<typeof fleetContract.readFigures>> {
  const { scope } = context.session;
  const reader = context.db.read;
  if (fieldId) await assertSites(reader, scope, [fieldId]);
  const at = context.clock.now();
  const [sums, counts] = await Promise.all([
    sumCountersToday(reader, scope, {
      at,
      counters: figures,
      ...(fieldId && { siteIds: [fieldId] }),
    }),
    countStates(reader, scope, fieldId),
  ]);
  const types = await selectTypes(reader, scope, [...new Set(sums.map(({ deviceId }) => deviceId))]);
  const today = Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<Figure, number>;
  for (const { deviceId, counter, amount } of sums) {
    const type = types.get(deviceId);
    if (type && (!ofPlay.includes(counter) || isPlayed(type))) today[counter as Figure] += amount;
  }
  const total = (is: (entry: (typeof counts)[number]) => boolean) =>
    counts.filter(is).reduce((sum, { number }) => sum + number, 0);
  return {
    day: fieldId ? siteDay(await siteClock(reader, scope, fieldId), at) : businessDay(at),
    today,
    states: {
      all: total(() => true),
      online: total((entry) => entry.controlled && entry.online),
      offline: total((entry) => entry.controlled && !entry.online),
      fault: total((entry) => entry.controlled && entry.online && entry.faulty),
      uncontrolled: total((entry) => !entry.controlled),
    },
    types: deviceTypes
      .map((type) => ({ type, count: total((entry) => entry.type === type) }))
      .filter((entry) => entry.count > 0),
  };
}
