import { describe, expect, test } from 'vitest';
import { createStatementCounter } from './prepared-statements.ts';

describe('statements are prepared', () => {
  test('when they were asked four times before, each by its own text', () => {
    const isPrepared = createStatementCounter();
    const answers = (text: string, times: number) => Array.from({ length: times }, () => isPrepared(text));
    expect(answers('select 1', 6)).toEqual([false, false, false, false, true, true]);
    expect(answers('select 2', 4)).toEqual([false, false, false, false]);
  });

  test('up to a number; texts that never come again do not crowd out those that do', () => {
    const isPrepared = createStatementCounter();
    const often = (text: string) => Array.from({ length: 5 }, () => isPrepared(text)).at(-1);
    expect(often('the first')).toBe(true);
    for (let n = 0; n < 20_000; n++) expect(isPrepared(`in a list of ${n}`)).toBe(false);
    expect(often('a later one')).toBe(true);
    const prepared = Array.from({ length: 1000 }, (_, n) => often(`many ${n}`)).filter(Boolean);
    expect(prepared).toHaveLength(398);
    expect(isPrepared('the first')).toBe(true);
  });
});
