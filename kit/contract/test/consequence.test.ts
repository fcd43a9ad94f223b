import { expect, it } from 'vitest';
import { alarmAt, consequenceText, countedAgainst, hundredPlays, onceIn, typedIn } from '../consequence.ts';

const say = (key: string, params: Record<string, string | number> = {}) =>
  `${key} ${Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}`;

it('amounts, percentages and durations are said as such, other figures as they are', () => {
  const params = { takenFen: 1_234_50, rateBasisPoints: 1250, count: 3, name: '张三' };
  expect(consequenceText(say, { text: 'x:y', params })).toBe(
    'x:y takenFen=1,234.50 rateBasisPoints=12.5 count=3 name=张三',
  );
  expect(consequenceText(say, { text: 'x:y', params: { timeMs: 145 * 60_000 } })).toBe(
    'x:y timeMs=kit:duration.hour count=2 kit:duration.minute count=25',
  );
  expect(consequenceText(say, undefined)).toBeUndefined();
});

it('numbers count only when all of them are typed', () => {
  expect(typedIn({ price: 5, cost: 0 }, 'price', 'cost')).toEqual({ price: 5, cost: 0 });
  for (const cost of [undefined, Number.NaN, -1, '3'])
    expect(typedIn({ price: 5, cost }, 'price', 'cost')).toBeUndefined();
});

it('an alarm is a part of what fits in: 25 % of 40 = alarm at 10', () => {
  expect(alarmAt(10, 40)?.params).toEqual({ pieces: 10, capacity: 40, percent: 25 });
  expect(alarmAt(50, 40)).toBeUndefined();
  expect(alarmAt(0, 0)).toBeUndefined();
});

it('a count says whether more or less is there than should be', () => {
  expect(countedAgainst(88, 100)).toEqual({
    text: 'kit:consequence.countedLess',
    params: { expected: 100, difference: 12 },
  });
  expect(countedAgainst(101, 100).text).toBe('kit:consequence.countedMore');
  expect(countedAgainst(100, 100).text).toBe('kit:consequence.countedSame');
});

it('plays say what they bring', () => {
  expect(hundredPlays(250)?.params).toEqual({ takenFen: 250_00 });
  expect(hundredPlays(0)).toBeUndefined();
  expect(onceIn(100, 200)).toEqual({
    text: 'kit:consequence.oncePlaysTaken',
    params: { rateBasisPoints: 100, count: 100, takenFen: 200_00 },
  });
});
