import { expect, it } from 'vitest';
import { chanceOf, crowdByHour, demoDays, isOff, machineOff, passedToday } from '../demo-days.ts';
import { dayMs } from '../time.ts';

const first = Date.parse('2026-11-16T06:00:00Z');
/** a demo made on any day of the week */
const starts = Array.from({ length: 7 }, (_, index) => new Date(first + index * dayMs));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const on = (weekdays: readonly number[]) => (day: { day: string; kind: string }) =>
  weekdays.includes(new Date(day.day).getUTCDay()) && (day.kind === 'usual' || day.kind === 'weekend');

it.each(starts)('the days before %s differ as real ones do', (now) => {
  const days = demoDays(now, 60);
  const crowdOf = (wanted: (day: (typeof days)[number]) => boolean) =>
    mean(days.filter(wanted).map(({ crowd }) => crowd));
  expect(days).toHaveLength(60);
  expect(days.at(-1)).toMatchObject({ daysAgo: 0 });
  expect(crowdOf(on([0, 6]))).toBeGreaterThan(1.5 * crowdOf(on([1])));
  expect(crowdOf(({ daysAgo }) => daysAgo < 14)).toBeGreaterThan(
    1.15 * crowdOf(({ daysAgo }) => daysAgo >= 42 && daysAgo < 56),
  );
  for (const kind of ['holiday', 'rain']) expect(days.filter((day) => day.kind === kind)).toHaveLength(1);
  const rain = days.find(({ kind }) => kind === 'rain')!;
  expect(rain.crowd).toBe(Math.min(...days.slice(-30).map(({ crowd }) => crowd)));
  const holiday = days.find(({ kind }) => kind === 'holiday')!;
  expect(holiday.crowd).toBe(Math.max(...days.map(({ crowd }) => crowd)));
});

it('the last days are the same in a short history and in a long one', () => {
  const now = new Date(first);
  expect(demoDays(now, 7)).toEqual(demoDays(now, 60).slice(-7));
});

it('evenings are busier than mornings', () => {
  const sum = (hours: readonly number[]) => hours.reduce((all, people) => all + people, 0);
  expect(sum(crowdByHour.slice(-4))).toBeGreaterThan(2 * sum(crowdByHour.slice(0, 4)));
});

it('one machine was off for two days on end', () => {
  const off = Array.from({ length: 60 }, (_, daysAgo) => daysAgo).filter((daysAgo) =>
    isOff(machineOff.code, daysAgo),
  );
  expect(off).toHaveLength(2);
  expect(off[1]! - off[0]!).toBe(1);
  expect(isOff('CW10001', off[0]!)).toBe(false);
});

it('of a day that runs, so much has passed as people have come', () => {
  const at = (time: string) => passedToday(new Date(`2026-11-16T${time}+08:00`));
  expect(at('03:00')).toBe(0);
  expect(at('10:00')).toBe(0);
  expect(at('16:00')).toBeLessThan(0.5);
  expect(at('22:00')).toBe(1);
  expect(at('23:30')).toBe(1);
});

it('chance comes out the same for the same name, within its ends', () => {
  const draw = (name: string) => {
    const chance = chanceOf(name);
    return Array.from({ length: 200 }, () => chance(1, 6));
  };
  expect(draw('one')).toEqual(draw('one'));
  expect(draw('one')).not.toEqual(draw('other'));
  expect(new Set(draw('one'))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
