import { describe, expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import { sign } from '#kit/protocol/signing.ts';
import { defaultSettings, parseSettings, settingsDifference } from '#kit/protocol/types/catalogue.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { commonValues } from '../rules/current-rules.ts';
import { checkValues, departures, factory, mergeSettings, readReport } from '../rules/document-rules.ts';
import { formerValues } from '../rules/put-back-rules.ts';
import type { ChangeOutline } from '../server/change-queries.ts';
import { judgeWord, type Knowledge, type Word } from '../server/judge-word.ts';

const now = new Date('2026-11-16T10:00:00Z');
const device = { tenantId: '100002', deviceId: 'd', siteId: 's', code: 'CW10001', type: 'claw' as const };
const word = (said: 'runs' | 'applied', version: number, hash: string): Word => ({
  device,
  version,
  hash,
  said,
});
const change = (fields: Partial<ChangeOutline>): ChangeOutline => ({
  tenantId: device.tenantId,
  siteId: 's1',
  id: 'c',
  deviceId: device.deviceId,
  deviceCode: device.code,
  version: 5,
  state: 'pending',
  reason: null,
  hash: 'new',
  sentAt: now,
  batchId: null,
  userName: null,
  ...fields,
});
const known = (...changes: ChangeOutline[]): Knowledge => ({
  confirmed: { version: 4, hash: 'old', reportedHash: null, reportAskedAt: null },
  changes,
});

describe('what a word of a device comes to', () => {
  it('while a change is under way, only words about it count', () => {
    const pending = change({});
    expect(judgeWord(word('runs', 4, 'old'), known(pending), now).kind).toBe('nothing');
    expect(judgeWord(word('runs', 4, 'other'), known(pending), now).kind).toBe('nothing');
    expect(judgeWord(word('applied', 5, 'new'), known(pending), now)).toMatchObject({ kind: 'applied' });
    expect(judgeWord(word('runs', 5, 'new'), known(pending), now)).toMatchObject({ kind: 'applied' });
    expect(judgeWord(word('applied', 5, 'other'), known(pending), now)).toMatchObject({
      kind: 'failed',
      reason: 'invalid',
    });
  });

  it('a change that still waits for its wave can not have been answered', () => {
    expect(judgeWord(word('applied', 5, 'new'), known(change({ sentAt: null })), now).kind).toBe('nothing');
  });

  it('a refusal belongs to the number it names; one who can not read the message names none', () => {
    const refusal = (version: number, reason: 'busy' | 'signature'): Word => ({
      device,
      version,
      hash: 'old',
      said: 'refused',
      reason,
      path: null,
    });
    expect(judgeWord(refusal(5, 'busy'), known(change({})), now)).toMatchObject({ reason: 'busy' });
    expect(judgeWord(refusal(4, 'busy'), known(change({})), now).kind).toBe('nothing');
    expect(judgeWord(refusal(4, 'signature'), known(change({})), now)).toMatchObject({ kind: 'failed' });
    expect(judgeWord(refusal(5, 'busy'), known(), now).kind).toBe('nothing');
  });

  it.each(['noAnswer', 'superseded'] as const)(
    'a change given up as %s counts when it was taken',
    (reason) => {
      const given = change({ state: 'failed', reason });
      expect(judgeWord(word('runs', 5, 'new'), known(given), now)).toMatchObject({ kind: 'applied' });
      expect(judgeWord(word('runs', 5, 'other'), known(given), now).kind).toBe('ask');
      const overtaken = change({ state: 'failed', reason, version: 3 });
      expect(judgeWord(word('runs', 3, 'new'), known(overtaken), now).kind).toBe('ask');
    },
  );

  it('is asked once a minute for what it runs with, until that is known', () => {
    const asked = (ago: number): Knowledge => ({
      confirmed: { ...known().confirmed, reportAskedAt: new Date(now.getTime() - ago) },
      changes: [],
    });
    expect(judgeWord(word('runs', 4, 'other'), asked(59_000), now).kind).toBe('nothing');
    expect(judgeWord(word('runs', 4, 'other'), asked(60_000), now).kind).toBe('ask');
    const reported = { confirmed: { ...known().confirmed, reportedHash: 'other' }, changes: [] };
    expect(judgeWord(word('runs', 4, 'other'), reported, now).kind).toBe('nothing');
    expect(judgeWord(word('runs', 9, 'old'), known(), now).kind).toBe('agrees');
  });
});

describe('documents', () => {
  it('that a database returned with its own order of keys are still the same', () => {
    const before = defaultSettings('exchange');
    const reversed = JSON.parse(JSON.stringify(before), (_, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(settingsDifference(before, reversed)).toEqual([]);
    reversed.exchange.hoppers[0].capacity = 60;
    expect(settingsDifference(before, reversed)).toMatchObject([{ group: 'exchange', name: 'hoppers' }]);
  });

  it('keep what a change does not name', () => {
    const merged = mergeSettings(factory.claw.settings, checkValues('claw', { force: { weakGrip: 9 } }));
    expect(settingsDifference(factory.claw.settings, merged)).toEqual([
      { group: 'force', name: 'weakGrip', before: 25, after: 9 },
    ]);
  });

  it('depart from a preset only where the preset says something', () => {
    const document = mergeSettings(factory.claw.settings, { sound: { volume: 1, music: 'off' } });
    expect(departures({ sound: { volume: 60 } }, document)).toEqual([
      { group: 'sound', name: 'volume', before: 60, after: 1 },
    ]);
  });

  it('of a device are read as far as its type knows them', () => {
    const told = { sound: { volume: 5, music: 'x'.repeat(99), extra: 1 }, nothing: {}, force: [1] };
    expect(readReport('claw', told)).toEqual({ sound: { volume: 5, music: 'x'.repeat(60) } });
  });

  it.each(deviceTypes)('of a %s fit into one message, however long its lists', (type) => {
    const lane = (number: number) => ({
      lane: number,
      cabinet: Math.ceil(number / 100),
      row: 20,
      position: 20,
      width: 10,
      capacity: 200,
      open: false,
      priceFen: 1_000_000,
      dropDetection: false,
    });
    const lanes = Array.from({ length: 800 }, (_, index) => lane(index + 1));
    const settings = defaultSettings(type);
    if (settings.lanes) settings.lanes.lanes = lanes;
    if (settings.prizeLanes)
      settings.prizeLanes.lanes = lanes.slice(0, 100).map((entry) => ({ ...entry, winRate: 10_000 }));
    expect(parseSettings(type, settings)).toHaveProperty('settings');
    const message = { version: Number.MAX_SAFE_INTEGER, expiresAt: now.toISOString(), settings };
    expect(Buffer.byteLength(sign(Buffer.alloc(32), 'topic', message))).toBeLessThan(limits.maxMessageBytes);
  });
});

describe('putting a change back', () => {
  const change = {
    wanted: { force: { strongGrip: 40 } },
    differences: [
      { group: 'force', name: 'strongGrip', before: 90, after: 40 },
      { group: 'sound', name: 'volume', before: 3, after: 60 },
    ],
  };

  it('wants the former value of what the change asked for, and not the drift that it ended', () => {
    const current = { force: { strongGrip: 40 }, sound: { volume: 60 } };
    expect(formerValues(change, current)).toEqual({
      wanted: { force: { strongGrip: 90 } },
      changedSince: [],
    });
  });

  it('leaves what is the former value again, and names what somebody changed since', () => {
    expect(formerValues(change, { force: { strongGrip: 90 } })).toEqual({ wanted: {}, changedSince: [] });
    expect(formerValues(change, { force: { strongGrip: 50 } })).toEqual({
      wanted: {},
      changedSince: [{ group: 'force', name: 'strongGrip', before: 40, after: 50 }],
    });
  });
});

it('documents have a value in common, or so many different ones, whatever the order of their keys', () => {
  const one = { a: { list: [{ x: 1, y: 2 }], speed: 1 } };
  const other = { a: { list: [{ y: 2, x: 1 }], speed: 2 } };
  const third = { a: { list: [{ x: 1, y: 2 }], speed: 3 } };
  expect(commonValues([one, other, third])).toEqual([
    { group: 'a', name: 'list', different: 1, value: [{ x: 1, y: 2 }] },
    { group: 'a', name: 'speed', different: 3, value: null },
  ]);
});
