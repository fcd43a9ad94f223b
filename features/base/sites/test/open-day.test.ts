import { expect, it } from 'vitest';
import { openDay } from '../rules/open-day.ts';

const shanghai = { fieldId: 'a', timeZone: 'Asia/Shanghai', dayStart: 0 };
const tokyo = { fieldId: 'b', timeZone: 'Asia/Tokyo', dayStart: 6 };
/** 1:30 in Shanghai, 2:30 in Tokyo, where the day before goes on until six */
const atNight = new Date('2026-11-17T17:30:00Z');

it('of one site is the day by its own clock', () => {
  expect(openDay([shanghai, tokyo], 'a', atNight)).toBe('2026-11-18');
  expect(openDay([shanghai, tokyo], 'b', atNight)).toBe('2026-11-17');
});

it('of all sites is the day of most of them, and the usual one where as many have another', () => {
  expect(openDay([shanghai, tokyo, { ...tokyo, fieldId: 'c' }], undefined, atNight)).toBe('2026-11-17');
  expect(openDay([tokyo, shanghai], undefined, atNight)).toBe('2026-11-18');
});

it('without a site, or of one that nobody knows, is the usual day', () => {
  expect(openDay([], undefined, atNight)).toBe('2026-11-18');
  expect(openDay([tokyo], 'gone', atNight)).toBe('2026-11-18');
});
