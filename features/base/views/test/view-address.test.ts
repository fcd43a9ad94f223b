import { describe, expect, it } from 'vitest';
import { addressOfView, daysOfRule, isOpen, keptParts, rulesOf, withoutDays } from '../web/view-address.ts';

const range = { name: 'from', toName: 'to' };
const monday = new Date(2026, 10, 16);
const later = new Date(2026, 11, 3);
const address = (text: string) => new URLSearchParams(text);

describe('days as a rule', () => {
  it('are what they are called, and other days later', () => {
    expect(rulesOf({ from: '2026-11-10', to: '2026-11-16' }, monday)).toEqual(['last7']);
    expect(daysOfRule('last7', later)).toEqual({ from: '2026-11-27', to: '2026-12-03' });
    expect(rulesOf({ from: '2026-10-01', to: '2026-10-31' }, monday)).toEqual(['lastMonth']);
    expect(daysOfRule('lastMonth', later)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  it('are a number of days up to today where they have no name', () => {
    expect(rulesOf({ from: '2026-11-03', to: '2026-11-16' }, monday)).toEqual(['days:14']);
    expect(daysOfRule('days:14', later)).toEqual({ from: '2026-11-20', to: '2026-12-03' });
  });

  it('may mean several things: which one, only the person knows', () => {
    expect(rulesOf({ from: '2026-12-01', to: '2026-12-01' }, new Date(2026, 11, 1))).toEqual([
      'today',
      'thisMonth',
    ]);
    expect(rulesOf({ from: '2026-11-01', to: '2026-11-16' }, monday)).toEqual(['thisMonth', 'days:16']);
  });

  it('are dates where they end on no day that has a name', () => {
    expect(rulesOf({ from: '2026-11-03', to: '2026-11-12' }, monday)).toEqual([]);
    expect(rulesOf({ from: '2026-11-17', to: '2026-11-16' }, monday)).toEqual([]);
  });
});

describe('a view', () => {
  const parts = keptParts(
    address('by=day&from=2026-11-10&to=2026-11-16&rows.current=3&current=2&size=50&type='),
  );

  it('keeps filters and grouping, and not the page that was open', () => {
    expect(parts).toEqual({ by: 'day', from: '2026-11-10', to: '2026-11-16' });
  });

  it('with a rule opens the days of today, and is open then', () => {
    const view = { query: withoutDays(parts, range), range: 'last7' };
    const opened = addressOfView(view, range, later);
    expect(Object.fromEntries(opened)).toEqual({ by: 'day', from: '2026-11-27', to: '2026-12-03' });
    expect(isOpen(view, opened, range, later)).toBe(true);
    expect(isOpen(view, address('by=day&from=2026-11-10&to=2026-11-16'), range, later)).toBe(false);
  });

  it('with dates opens the same days always, in whatever sequence the address names them', () => {
    const view = { query: parts, range: null };
    expect(Object.fromEntries(addressOfView(view, range, later))).toEqual(parts);
    expect(isOpen(view, address('to=2026-11-16&from=2026-11-10&by=day&current=4'), range, later)).toBe(true);
  });

  it('with a rule nobody knows any more shows the usual days', () => {
    expect(addressOfView({ query: { by: 'day' }, range: 'fortnight' }, range, later).toString()).toBe(
      'by=day',
    );
  });
});
