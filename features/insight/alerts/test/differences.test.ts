import { expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { ruleBook } from '../rules/rule-book-rules.ts';
import type { AlertRow } from '../server/alert-queries.ts';
import type { Cause } from '../server/raise-alerts.ts';
import { differencesOf } from '../server/settle-differences.ts';

const readAt = new Date('2026-11-16T10:00:00Z');
const rules = ruleBook([]);

const cause = (changes: Partial<Cause> = {}): Cause => ({
  kind: 'fault',
  siteId: 'site',
  deviceId: 'device',
  subject: 'coinJam',
  severity: 'severe',
  ...changes,
});

const held = (changes: Partial<AlertRow> = {}): AlertRow => ({
  tenantId: '100002',
  id: 'alert',
  siteId: 'site',
  deviceId: 'device',
  kind: 'fault',
  subject: 'coinJam',
  severity: 'severe',
  data: {},
  openedAt: new Date('2026-11-16T09:00:00Z'),
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedName: null,
  note: '',
  endedAt: null,
  endReason: null,
  endedBy: null,
  endedName: null,
  goneAt: null,
  ...changes,
});

const look = (causes: Cause[], alerts: AlertRow[], book = rules) => {
  const { ends, fresh, moved } = differencesOf({ rules: book, causes, held: alerts, readAt });
  return { ends: Object.fromEntries(ends), fresh: fresh.length, moved: moved.length };
};

it('opens what is new and ends what is gone', () => {
  expect(look([cause()], [])).toEqual({ ends: {}, fresh: 1, moved: 0 });
  expect(look([], [held()])).toEqual({ ends: { gone: ['alert'] }, fresh: 0, moved: 0 });
});

it('leaves what lasts alone, also when a person ended it', () => {
  expect(look([cause()], [held()])).toEqual({ ends: {}, fresh: 0, moved: 0 });
  const mended = held({ endedAt: readAt, endReason: 'mended' });
  expect(look([cause()], [mended])).toEqual({ ends: {}, fresh: 0, moved: 0 });
});

it('opens again what a person said was mended and the machine still says is not', () => {
  const mendedBefore = (minutes: number, more: Partial<AlertRow> = {}) =>
    held({ endedAt: new Date(readAt.getTime() - minutes * minuteMs), endReason: 'mended', ...more });
  expect(look([cause()], [mendedBefore(14)])).toEqual({ ends: {}, fresh: 0, moved: 0 });
  expect(look([cause()], [mendedBefore(15)])).toEqual({ ends: { gone: ['alert'] }, fresh: 1, moved: 0 });
  expect(look([], [mendedBefore(15)])).toEqual({ ends: { gone: ['alert'] }, fresh: 0, moved: 0 });
  const { fresh } = differencesOf({
    rules,
    causes: [cause()],
    held: [mendedBefore(15, { endedName: 'Li' })],
    readAt,
  });
  expect(fresh[0]?.data).toEqual({ mendedBy: 'Li' });
  // goods are filled up with the next round, not within minutes
  const low = { kind: 'lowLane', subject: '', severity: 'warning' } as const;
  expect(look([cause(low)], [mendedBefore(60, low)])).toEqual({ ends: {}, fresh: 0, moved: 0 });
  expect(look([cause(low)], [mendedBefore(24 * 60, low)]).fresh).toBe(1);
});

it('does not judge what was opened after it looked', () => {
  expect(look([], [held({ openedAt: readAt })])).toEqual({ ends: {}, fresh: 0, moved: 0 });
});

it('tells the staff of the new site when a machine moved', () => {
  expect(look([cause({ siteId: 'elsewhere' })], [held()])).toMatchObject({
    ends: { off: ['alert'] },
    fresh: 1,
  });
});

it('keeps the figures of an open alert fresh', () => {
  const low = (coins: number) =>
    cause({ kind: 'lowCoins', subject: '1', data: { coins }, severity: 'warning' });
  const open = held({ kind: 'lowCoins', subject: '1', data: { coins: 90, number: 3 }, severity: 'warning' });
  expect(look([low(90)], [open]).moved).toBe(0);
  expect(look([low(40)], [open]).moved).toBe(1);
});

it('is silent about what the rules leave out', () => {
  const off = ruleBook([
    {
      tenantId: '100002',
      siteId: null,
      kind: 'fault',
      enabled: true,
      threshold: null,
      told: 'everyone',
      roleIds: [],
      mutedFaults: ['coinJam'],
    },
  ]);
  expect(look([cause()], [], off).fresh).toBe(0);
  expect(look([cause()], [held()], off).ends).toEqual({ off: ['alert'] });
});

it('lets the rule of a site stand above that of the merchant', () => {
  const rule = {
    tenantId: '100002',
    kind: 'offline' as const,
    told: 'owner' as const,
    roleIds: [],
    mutedFaults: [],
  };
  const book = ruleBook([
    { ...rule, siteId: null, enabled: false, threshold: 10 },
    { ...rule, siteId: 'site', enabled: true, threshold: 60 },
  ]);
  expect(book.at('site', 'offline')).toMatchObject({ enabled: true, threshold: 60 });
  expect(book.at('other', 'offline')).toMatchObject({ enabled: false, threshold: 10 });
  expect(book.at('other', 'winRate')).toMatchObject({ enabled: true, threshold: 150 });
});
