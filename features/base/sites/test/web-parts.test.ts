import { describe, expect, it } from 'vitest';
import { pollDelayMs } from '../player/site-state.ts';
import { dayRuns, daysLabel, periodLabel } from '../web/opening-hours.ts';
import { withSite } from '../web/with-site.ts';
import { writeAddress } from '../web/write-address.ts';

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
  it('carries the chosen site and keeps the rest of the address', () => {
    expect(withSite('/shop', 'a')).toBe('/shop?fieldId=a');
    expect(withSite('/shop?x=1&fieldId=b#top', 'a')).toBe('/shop?x=1&fieldId=a#top');
  });
});

describe('a whole address', () => {
  const address = '杭州市西湖区文三路';

  it('brings its district, and another one when it is written again', () => {
    const first = writeAddress({ address, named: '330106' }, {});
    expect(first).toMatchObject({ address, regionCode: '330106' });
    expect(writeAddress({ address: '上海市浦东新区', named: '310115' }, first)).toMatchObject({
      regionCode: '310115',
    });
  });

  it('leaves the district that the person chose', () => {
    expect(writeAddress({ address, named: '330106' }, { regionCode: '310115' })).toEqual({ address });
    expect(writeAddress({ address }, { regionCode: '310115' })).toEqual({ address });
  });
});

it('a closed site is asked less and less often, but at least once a minute', () => {
  const delays = Array.from({ length: 30 }, (_, attempt) => pollDelayMs(attempt));
  expect(delays[0]).toBe(3_000);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(60_000);
});
