import { describe, expect, it } from 'vitest';
import { pollDelayMs } from '../player/site-state.ts';
import { dayRuns, daysLabel, periodLabel } from '../web/opening-hours.ts';
import { ownPath, withSite } from '../web/own-path.ts';

const echo = (key: string, params?: Record<string, string | number>) =>
  params ? `${key}(${Object.values(params).join()})` : key;

describe('opening hours on the page', () => {
  it('join neighbouring days', () => {
    expect(dayRuns([3, 1, 2, 6])).toEqual([
      [1, 3],
      [6, 6],
    ]);
    expect(dayRuns([])).toEqual([]);
    expect(daysLabel([1, 2, 3, 4, 5, 6, 7], echo)).toBe('sites:hours.everyDay');
  });

  it('say when they run past midnight', () => {
    expect(periodLabel('18:00-02:00', echo)).toBe('sites:hours.pastMidnight(18:00,02:00)');
    expect(periodLabel('09:00-24:00', echo)).toBe('sites:hours.period(09:00,24:00)');
    expect(periodLabel('00:00-24:00', echo)).toBe('sites:hours.wholeDay');
  });
});

describe('the way back', () => {
  it('stays on our own site', () => {
    expect(ownPath('/index?fieldId=1')).toBe('/index?fieldId=1');
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
      null,
    ])
      expect(ownPath(evil)).toBeUndefined();
  });

  it('carries the chosen site and keeps the rest of the address', () => {
    expect(withSite('/shop', 'a')).toBe('/shop?fieldId=a');
    expect(withSite('/shop?x=1&fieldId=b#top', 'a')).toBe('/shop?x=1&fieldId=a#top');
  });
});

it('a closed site is asked less and less often, but at least once a minute', () => {
  const delays = Array.from({ length: 30 }, (_, attempt) => pollDelayMs(attempt));
  expect(delays[0]).toBe(3_000);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(60_000);
});
