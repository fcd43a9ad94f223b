import { expect, it } from 'vitest';
import { leftToday, timesADay } from '../rules/consequence-rules.ts';

it('coins say what is left of the day, a limit how often it can be given', () => {
  expect(leftToday(50, 20)?.params).toEqual({ count: 30 });
  expect(leftToday(50, 60)).toBeUndefined();
  expect(leftToday(null, 20)).toBeUndefined();
  expect(timesADay(20, 50)?.params).toEqual({ count: 2 });
  expect(timesADay(0, 50)).toBeUndefined();
});
