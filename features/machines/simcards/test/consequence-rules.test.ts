import { expect, it } from 'vitest';
import { renewedTo, trafficADay, trafficUsed } from '../rules/consequence-rules.ts';

const gigabyte = 1024 ** 3;

it('a renewal says the day it leads to, from today where the card has expired', () => {
  expect(renewedTo('2027-01-31', '2026-11-16', 1)?.params).toEqual({ day: '2027-02-28' });
  expect(renewedTo('2026-01-31', '2026-11-16', 12)?.params).toEqual({ day: '2027-11-16' });
  expect(renewedTo(null, '2026-11-16', 61)).toBeUndefined();
  expect(renewedTo(null, '2026-11-16', 1.5)).toBeUndefined();
});

it('traffic says what it is a day and how much of it is used', () => {
  expect(trafficADay(3 * gigabyte)?.params).toEqual({ all: '3 GB', day: '102 MB' });
  expect(trafficUsed(2 * gigabyte, gigabyte / 2)?.params).toEqual({ all: '2 GB', percent: 25 });
  expect(trafficUsed(null, gigabyte)).toBeUndefined();
});
