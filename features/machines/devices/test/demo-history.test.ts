import { expect, it } from 'vitest';
import { expectedWinRate } from '#features/insight/alerts/server/public.ts';
import { binomialTest } from '#kit/kernel/binomial.ts';
import { coinsUncounted, demoDays } from '#kit/kernel/demo-days.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { demoDevices } from '../demo/fleet.ts';
import { dayFigures } from '../demo/history.ts';

const days = demoDays(new Date('2026-11-16T12:00:00Z'), 60);
const claws = demoDevices().filter(({ type }) => type === 'claw');

it('claws of the demo are won as often as they are set, but for one or two by chance', () => {
  const rate = expectedWinRate('claw', defaultSettings('claw'))!;
  const chances = claws.map((claw) => {
    const figures = days.map((day) => dayFigures(claw, day, 1));
    const sum = (name: string) => figures.reduce((total, own) => total + (own[name] ?? 0), 0);
    return binomialTest(sum('prizesOut'), sum('plays'), rate);
  });
  expect(chances.filter((chance) => chance < 0.05).length).toBeLessThanOrEqual(claws.length / 10 + 1);
  expect(chances.filter((chance) => chance < 0.001)).toEqual([]);
});

it('one claw of the demo counts hardly any coins since yesterday, and people play it all the same', () => {
  const odd = claws.find(({ code }) => code === coinsUncounted.code)!;
  const [before, since] = [days.at(-8)!, days.at(-2)!].map((day) => dayFigures(odd, day, 1));
  expect(before!.coinsIn).toBeGreaterThan(before!.plays! * 0.9);
  expect(since!.coinsIn).toBeLessThan(since!.plays! * 0.2);
  expect(since!.plays).toBeGreaterThan(20);
});
