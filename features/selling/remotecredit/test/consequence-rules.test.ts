import { expect, it } from 'vitest';
import { leftToday } from '../rules/consequence-rules.ts';

it('coins say what is left of the day', () => {
  expect(leftToday(50, 20)?.params).toEqual({ count: 30 });
  expect(leftToday(50, 60)).toBeUndefined();
  expect(leftToday(null, 20)).toBeUndefined();
});
