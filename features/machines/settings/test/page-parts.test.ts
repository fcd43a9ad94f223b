import { describe, expect, it } from 'vitest';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { batchOf } from '../web/batch-address.ts';
import { matchingDevices, toggleAll, toggleOne } from '../web/pick-devices.ts';
import { pulsePoints, trainMs } from '../web/pulse-path.ts';
import { recordDetail } from '../web/record-text.ts';
import { levelOf } from '../web/signal-level.ts';
import { harderThan } from '../web/stages-editor.tsx';

const device = (part: Partial<DeviceRecord>) =>
  ({
    equipmentId: 'a',
    fieldId: 's1',
    equipmentNo: 1,
    code: 'CW10001',
    equipmentName: null,
    remark: null,
    online: true,
    faults: [],
    ...part,
  }) as DeviceRecord;

describe('choosing devices', () => {
  const devices = [
    device({ equipmentId: 'a', equipmentNo: 7, equipmentName: 'Bear corner' }),
    device({ equipmentId: 'b', fieldId: 's2', online: false, faults: ['coinJam'] }),
    device({ equipmentId: 'c', faults: ['doorOpen'], remark: 'by the door' }),
  ];
  const found = (filter: Parameters<typeof matchingDevices>[1]) =>
    matchingDevices(devices, filter).map(({ equipmentId }) => equipmentId);

  it('filters by site, state and words', () => {
    expect(found({})).toEqual(['a', 'b', 'c']);
    expect(found({ siteId: 's2' })).toEqual(['b']);
    expect(found({ state: 'offline' })).toEqual(['b']);
    expect(found({ state: 'fault' })).toEqual(['c']);
    expect(found({ keyword: ' BEAR ' })).toEqual(['a']);
    expect(found({ keyword: 'door' })).toEqual(['c']);
    expect(found({ keyword: '7' })).toEqual(['a']);
  });

  it('selects all that are shown, keeps the others, and takes them back', () => {
    expect(toggleAll(['x', 'a'], ['a', 'b'])).toEqual(['x', 'a', 'b']);
    expect(toggleAll(['x', 'a', 'b'], ['a', 'b'])).toEqual(['x']);
    expect(toggleOne(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggleOne(['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('the drawing of the coin line', () => {
  const pulse = { widthMs: 50, gapMs: 100, polarity: 'normallyOpen' };

  it('rests high and is pulled low for the width of a pulse', () => {
    const points = pulsePoints(pulse);
    expect(points[0]).toEqual({ atMs: 0, level: 1 });
    expect(points.slice(1, 5)).toEqual([
      { atMs: 50, level: 1 },
      { atMs: 50, level: 0 },
      { atMs: 100, level: 0 },
      { atMs: 100, level: 1 },
    ]);
    expect(points.at(-1)).toEqual({ atMs: trainMs(pulse), level: 1 });
  });

  it('turns over for a normally closed line', () => {
    const levels = (polarity: string) => pulsePoints({ ...pulse, polarity }).map(({ level }) => level);
    expect(levels('normallyClosed')).toEqual(levels('normallyOpen').map((level) => 1 - level));
  });
});

describe('bars of a signal', () => {
  it('judges WiFi and mobile networks by their own steps', () => {
    expect(levelOf('wifi', -50)).toBe(4);
    expect(levelOf('wifi', -90)).toBe(0);
    expect(levelOf('cellular', -90)).toBe(3);
    expect(levelOf('wired', null)).toBe(4);
    expect(levelOf(null, -50)).toBeUndefined();
    expect(levelOf('wifi', null)).toBeUndefined();
  });
});

describe('lines of the log', () => {
  const echo = (key: string, params?: object) => key + (params ? `(${Object.values(params).join(',')})` : '');

  it('says what a command asked for and what was counted', () => {
    const data = { command: 'dispense', state: 'done', asked: 10, counted: 7, reason: null, userName: 'Li' };
    expect(recordDetail(echo, { kind: 'command', data })).toBe(
      'devices:command.dispense · settings:command.state.done · settings:command.countedOf(10,7) · Li',
    );
  });

  it('names the fault, the lane and the amount of what happened', () => {
    expect(recordDetail(echo, { kind: 'fault', data: { code: 'coinJam' } })).toBe(
      'devices:fault.coinJam.name',
    );
    expect(recordDetail(echo, { kind: 'vend', data: { lane: 3, amount: 2 } })).toBe(
      'settings:log.lane(3) · settings:log.amount(2)',
    );
    expect(recordDetail(echo, { kind: 'online', data: {} })).toBe('');
  });
});

it('offers a next stage that is harder but within what machines take', () => {
  expect(harderThan({ needles: 9, speed: 55, timeS: 40 })).toEqual({ needles: 12, speed: 70, timeS: 40 });
  expect(harderThan({ needles: 30, speed: 100, timeS: 40 })).toEqual({ needles: 30, speed: 100, timeS: 40 });
});

it('chosen machines go into a batch, but for those without a controller', () => {
  expect(
    batchOf([
      { equipmentId: 'a', controlled: true },
      { equipmentId: 'b', controlled: false },
      { equipmentId: 'c', controlled: true },
    ]),
  ).toBe('/batchModify?ids=a,c');
});
