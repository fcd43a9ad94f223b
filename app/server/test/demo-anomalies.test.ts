import { expect, it } from 'vitest';
import { habitsOf, mostDays } from '#features/insight/alerts/rules/habit-rules.ts';
import { judgeMachines } from '#features/insight/alerts/rules/judge-odd-rules.ts';
import { type OddHour, oddHourOf, placeInWeek } from '#features/insight/alerts/rules/odd-figure-rules.ts';
import type { OddMachine } from '#features/insight/alerts/rules/odd-machine-rules.ts';
import { pastDays } from '#features/insight/alerts/rules/past-day-rules.ts';
import { type DemoDevice, demoDevices } from '#features/machines/devices/demo/fleet.ts';
import { dayFigures, dayHours } from '#features/machines/devices/demo/history.ts';
import { coinsUncounted, crowdByHour, type DemoDay, demoDays, isOff } from '#kit/kernel/demo-days.ts';
import { hourMs } from '#kit/kernel/time.ts';

const clock = { offsetMs: 8 * hourMs, dayStart: 0 };
const isOpenHour = (hour: number) => hour >= 10 && hour < 22;
const openShare = (at: number) => (isOpenHour(placeInWeek(at, clock).hour) ? 1 : 0);

/** What a claw of the demo counted, without what its orders add. */
function hoursOf(device: DemoDevice, days: readonly DemoDay[]): Map<number, OddHour> {
  const amounts = new Map<number, { coinsIn: number; plays: number; wins: number }>();
  for (const day of days.filter(({ daysAgo }) => !isOff(device.code, daysAgo))) {
    const { coinsIn = 0, plays = 0, prizesOut = 0 } = dayFigures(device, day, 1);
    for (const [name, whole] of Object.entries({ coinsIn, plays, wins: prizesOut }))
      for (const { hourAt, amount } of dayHours(device, day, whole, crowdByHour.length)) {
        const before = amounts.get(hourAt.getTime()) ?? { coinsIn: 0, plays: 0, wins: 0 };
        amounts.set(hourAt.getTime(), { ...before, [name]: amount });
      }
  }
  return new Map([...amounts].map(([at, own]) => [at, oddHourOf(device.type, at, own) as OddHour]));
}

/** At noon of the day on which a demo was made: what differs of its claws' coins, plays and wins. */
function oddAt(noon: number): string[] {
  const days = demoDays(new Date(noon), mostDays + 1);
  const today = placeInWeek(noon, clock).day;
  const claws = demoDevices().filter(({ type, controlled }) => type === 'claw' && controlled);
  return [...Map.groupBy(claws, ({ owner, site }) => `${owner} ${site}`).values()].flatMap((devices) => {
    const hours = new Map(devices.map((device) => [device.code, hoursOf(device, days)]));
    const range = { first: today - mostDays, last: today - 1 };
    const habits = habitsOf(
      new Map([...hours].map(([code, own]) => [code, pastDays([...own.values()], clock, range)])),
    );
    const machines = [...hours].map(
      ([id, own]): OddMachine => ({
        ...{ id, hours: own, habit: habits.get(id) ?? null, gives: 'plays', prizes: true },
        ...{ prizesTold: false, excused: [], since: { incomeLow: noon }, open: new Set() },
      }),
    );
    return judgeMachines({ clock, openShare, until: noon }, machines).findings.map(
      ({ id, kind }) => `${id} ${kind}`,
    );
  });
}

it('the demo tells of the coin acceptor that was broken for it, and of no chance, on whichever day it begins', () => {
  const planted = [`${coinsUncounted.code} playsUnpaid`];
  for (let day = 17; day < 24; day++) expect(oddAt(Date.UTC(2026, 10, day, 4)), String(day)).toEqual(planted);
});
