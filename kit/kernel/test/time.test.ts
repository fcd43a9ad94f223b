import { expect, it } from 'vitest';
import { parseLanguage } from '../language.ts';
import { businessDay, formatDate, startOfDay } from '../time.ts';

it('formats with zero-padded tokens', () => {
  expect(formatDate(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05 07:08:09');
  expect(formatDate(new Date(2026, 10, 15), 'd/m/Y')).toBe('15/11/2026');
});

it('takes anything that is not English for Chinese', () => {
  expect(parseLanguage('en-US,en;q=0.9')).toBe('en-us');
  expect(parseLanguage('zh-CN')).toBe('zh-cn');
  expect(parseLanguage('enx')).toBe('zh-cn');
  expect(parseLanguage(undefined)).toBe('zh-cn');
});

it('counts days as operators in China do', () => {
  expect(businessDay(new Date('2026-11-15T15:59:59Z'))).toBe('2026-11-15');
  expect(businessDay(new Date('2026-11-15T16:00:00Z'))).toBe('2026-11-16');
  expect(startOfDay('2026-11-16').toISOString()).toBe('2026-11-15T16:00:00.000Z');
});
