import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayText, parseDay, presetRange, previousRange } from './day-range.ts';
import { fitWithin, sizeText, smallerSide } from './image-size.ts';
import { distanceM, radiusFor, toPoint, toPx } from './map-geometry.ts';
import { passwordStrength } from './password-strength.ts';
import { moved } from './reorder.ts';
import { prefixLines, wrapSelection } from './text-editing.ts';
import { formatPeriod, parsePeriod } from './time-period.ts';

describe('a picture before its upload', () => {
  const side = fc.integer({ min: 1, max: 20_000 });

  test('fits the limit, keeps its proportions and is never enlarged', () => {
    fc.assert(
      fc.property(side, side, fc.integer({ min: 50, max: 4000 }), (width, height, max) => {
        const fitted = fitWithin({ width, height }, max);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(Math.max(1, max));
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
      }),
    );
    expect(fitWithin({ width: 4000, height: 3000 }, 1920)).toEqual({ width: 1920, height: 1440 });
    expect(fitWithin({ width: 300, height: 200 }, 1920)).toEqual({ width: 300, height: 200 });
  });

  test('shrinks with every attempt, so that attempts come to an end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5000 }),
        fc.integer({ min: 2, max: 1e8 }),
        fc.integer({ min: 1, max: 1e6 }),
        (sidePx, bytes, max) => {
          fc.pre(bytes > max);
          expect(smallerSide(sidePx, bytes, max)).toBeLessThan(sidePx);
        },
      ),
    );
  });

  test('says its size in words', () => {
    expect(sizeText(900)).toBe('900 B');
    expect(sizeText(200 * 1024)).toBe('200 KB');
    expect(sizeText(1.5 * 1024 * 1024)).toBe('1.5 MB');
  });
});

describe('a sorted list', () => {
  test('keeps every item wherever one is moved', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length];
        const result = moved(items, from, to);
        expect(result.toSorted()).toEqual(items.toSorted());
        expect(result[to]).toBe(items[from]);
      }),
    );
  });

  test('does not move beyond its ends', () => {
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });
});

describe('a time period', () => {
  test('ends at 24:00 when the clock says midnight', () => {
    expect(formatPeriod({ from: '18:00', to: '00:00' })).toBe('18:00-24:00');
    expect(parsePeriod('18:00-24:00')).toEqual({ from: '18:00', to: '24:00' });
  });

  test('is empty only when both ends are', () => {
    expect(formatPeriod({ from: '', to: '' })).toBeUndefined();
    expect(formatPeriod({ from: '09:00', to: '' })).toBe('09:00-');
  });
});

describe('a date range', () => {
  const today = new Date(2026, 2, 15, 13, 30);

  test('has presets in the reader’s own calendar', () => {
    expect(presetRange('today', today)).toEqual({ from: '2026-03-15', to: '2026-03-15' });
    expect(presetRange('last7', today)).toEqual({ from: '2026-03-09', to: '2026-03-15' });
    expect(presetRange('thisMonth', today)).toEqual({ from: '2026-03-01', to: '2026-03-15' });
    expect(presetRange('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });

  test('is compared with the range of the same length right before it', () => {
    expect(previousRange({ from: '2026-03-09', to: '2026-03-15' })).toEqual({
      from: '2026-03-02',
      to: '2026-03-08',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 400 }), (start, length) => {
        const from = new Date(2000, 0, 1 + start);
        const range = { from: dayText(from), to: dayText(new Date(2000, 0, 1 + start + length)) };
        const before = previousRange(range);
        const next = parseDay(before.to);
        next.setDate(next.getDate() + 1);
        expect(dayText(next)).toBe(range.from);
      }),
    );
  });
});

describe('the sketch map', () => {
  const frame = { centre: { latitude: 22.5333, longitude: 113.9304 }, radiusM: 1000, sizePx: 320 };

  test('puts a tapped spot back where it was tapped', () => {
    const px = fc.integer({ min: 0, max: 320 });
    fc.assert(
      fc.property(px, px, (x, y) => {
        const back = toPx(toPoint({ x, y }, frame), frame);
        expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(0.1);
      }),
    );
  });

  test('measures distances within its frame like the globe does', () => {
    const edge = toPoint({ x: 320, y: 160 }, frame);
    expect(distanceM(frame.centre, edge)).toBeCloseTo(1000, -1);
  });

  test('chooses the smallest scale that shows all places', () => {
    const near = toPoint({ x: 200, y: 160 }, frame);
    expect(radiusFor(frame.centre, [near])).toBe(300);
    expect(radiusFor(frame.centre, [])).toBe(150);
    expect(radiusFor(frame.centre, [{ latitude: 30, longitude: 120 }])).toBe(5000);
  });
});

describe('password strength', () => {
  test('grows with length and variety, and is low for repetition', () => {
    expect(passwordStrength('')).toBe(0);
    expect(passwordStrength('short1')).toBe(1);
    expect(passwordStrength('aaaaaaaaaaaa')).toBe(1);
    expect(passwordStrength('coinyard2026')).toBeGreaterThan(1);
    expect(passwordStrength('C0in-Yard#2026')).toBe(4);
  });
});

describe('the text editor', () => {
  test('wraps the selection and keeps it selected', () => {
    const edited = wrapSelection('hello world', 6, 11, '**', '**');
    expect(edited.text).toBe('hello **world**');
    expect(edited.text.slice(edited.start, edited.end)).toBe('world');
  });

  test('marks lines, and unmarks them when all are marked', () => {
    const marked = prefixLines('one\ntwo', 0, 7, '- ');
    expect(marked.text).toBe('- one\n- two');
    expect(prefixLines(marked.text, marked.start, marked.end, '- ').text).toBe('one\ntwo');
  });
});
