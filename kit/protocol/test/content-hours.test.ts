import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShownAt, playByHours } from '../content-hours.ts';

const item = '019a8b2e-7000-7000-8000-000000000001';
const at = (text: string) => Date.parse(text);

describe('a play', () => {
  it('inside one hour counts there as one', () => {
    expect(playByHours(item, at('2026-11-16T04:10:00Z'), at('2026-11-16T04:10:15Z'))).toEqual([
      { item, hour: '2026-11-16T04:00:00.000Z', thousandths: 1000 },
    ]);
  });

  it('over the hour is split by the time in each', () => {
    expect(playByHours(item, at('2026-11-16T04:59:50Z'), at('2026-11-16T05:00:10Z'))).toEqual([
      { item, hour: '2026-11-16T04:00:00.000Z', thousandths: 500 },
      { item, hour: '2026-11-16T05:00:00.000Z', thousandths: 500 },
    ]);
  });

  it('that ends with the hour belongs to it alone', () => {
    expect(playByHours(item, at('2026-11-16T04:59:50Z'), at('2026-11-16T05:00:00Z'))).toHaveLength(1);
  });

  it('is always 1000 in all, wherever it begins and however long it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 86_400_000 }),
        fc.integer({ min: 1, max: 20_000_000 }),
        (began, ms) => {
          const parts = playByHours(item, began, began + ms);
          expect(parts.reduce((sum, { thousandths }) => sum + thousandths, 0)).toBe(1000);
          expect(parts.every(({ thousandths }) => thousandths > 0)).toBe(true);
        },
      ),
    );
  });
});

describe('a term', () => {
  const china = 480;
  // Saturday 23:30 in China
  const saturday = at('2026-11-14T15:30:00Z');

  it('goes by the day and the clock of the place', () => {
    const days = { fromDay: '2026-11-14', toDay: '2026-11-14' };
    expect(isShownAt(days, saturday, china)).toBe(true);
    expect(isShownAt(days, saturday + 60 * 60_000, china)).toBe(false);
    expect(isShownAt(days, saturday + 60 * 60_000, 0)).toBe(true);
  });

  it('with hours past midnight runs into the next day', () => {
    const late = { hours: [{ days: [6], period: '22:00-02:00' }] };
    expect(isShownAt(late, saturday, china)).toBe(true);
    expect(isShownAt(late, saturday + 2 * 60 * 60_000, china)).toBe(true);
    expect(isShownAt(late, saturday + 3 * 60 * 60_000, china)).toBe(false);
    expect(isShownAt(late, saturday - 24 * 60 * 60_000, china)).toBe(false);
  });

  it('without hours holds all day', () => {
    expect(isShownAt({}, saturday, china)).toBe(true);
    expect(isShownAt({ hours: [] }, saturday, china)).toBe(true);
  });
});
