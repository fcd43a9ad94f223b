import { describe, expect, it } from 'vitest';
import { shownState } from '#features/machines/devices/rules/device-rules.ts';
import { identitiesCsv } from '#features/machines/devices/web/produced-file.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { recordDetails } from '../rules/record-rules.ts';
import { stepsFor } from '../rules/register-steps-rules.ts';
import { signalBars } from '../web/device-parts.tsx';

/** Says the key and its parameters instead of words. */
const t = (key: string, params?: object) => (params ? `${key} ${JSON.stringify(params)}` : key);

describe('the state of a device', () => {
  const device = { controlled: true, online: true, busy: false, faults: [] as string[] };
  it.each([
    [{ ...device }, 'online'],
    [{ ...device, busy: true }, 'busy'],
    [{ ...device, busy: true, faults: ['coinJam'] }, 'fault'],
    [{ ...device, online: false, faults: ['coinJam'] }, 'offline'],
    [{ ...device, controlled: false, online: false }, 'uncontrolled'],
  ] as const)('%o is %s', (given, expected) =>
    expect(shownState({ ...given, faults: [...given.faults] })).toBe(expected),
  );
});

describe('signal bars', () => {
  it('grow with the signal, from one to four, by the kind of radio', () => {
    expect([-95, -80, -70, -50].map((dbm) => signalBars('wifi', dbm))).toEqual([1, 2, 3, 4]);
    expect([-120, -100, -74].map((dbm) => signalBars('cellular', dbm))).toEqual([1, 2, 4]);
  });
  it('are full by wire and empty while nothing is known', () => {
    expect(signalBars('wired', null)).toBe(4);
    expect(signalBars('wifi', null)).toBe(0);
    expect(signalBars(null, -50)).toBe(0);
  });
});

describe('steps after registering', () => {
  const keys = (type: DeviceType, changes = {}) =>
    stepsFor({ equipmentId: 'e', type, controlled: true, online: true, ...changes }).map(({ key }) => key);
  it.each([
    ['claw', ['settings', 'gifts', 'label', 'description']],
    ['exchange', ['settings', 'hoppers', 'label', 'description']],
    ['vending', ['settings', 'lanes', 'goods', 'fill', 'label', 'description']],
    ['lipstick', ['settings', 'lanes', 'goods', 'fill', 'label', 'description']],
    ['cabinet', ['settings', 'lanes', 'gifts', 'label', 'description']],
    ['lottery', ['settings', 'label', 'description']],
    ['deposit', ['settings', 'label', 'description']],
  ] as const)('of a %s are %o', (type, expected) => expect(keys(type)).toEqual(expected));
  it('begin with the network while it is off, and need no controller to be named', () => {
    expect(keys('claw', { online: false })[0]).toBe('network');
    expect(keys('vending', { controlled: false, online: false })).toEqual(['label', 'description']);
  });
});

describe('a line of the log', () => {
  it('names the fault, the place and the person', () => {
    expect(recordDetails(t, { kind: 'fault', data: { code: 'coinJam' } })).toBe('devices:fault.coinJam.name');
    expect(recordDetails(t, { kind: 'moved', data: { from: 'A', to: 'B', number: 3, user: 'Li' } })).toBe(
      'fleet:record.moved {"from":"A","to":"B","number":"3"} · Li',
    );
  });
  it('says what a command asked for and what was counted', () => {
    const data = { command: 'dispense', state: 'failed', asked: 5, counted: 3, reason: 'jam' };
    expect(recordDetails(t, { kind: 'command', data })).toBe(
      [
        'devices:command.dispense',
        'devices:commandState.failed',
        'fleet:record.counted {"asked":5,"counted":3}',
        'devices:failure.jam',
      ].join(' · '),
    );
  });
  it('survives data of any shape', () => {
    expect(recordDetails(t, { kind: 'whatever', data: { amount: {}, lane: null, code: [] } })).toBe('');
  });
});

it('the file for the factory holds one line per controller and no formula', () => {
  const identity = { code: 'CW1', type: 'claw' as const, claimPin: '1', generation: 1, secret: 'ab' };
  const text = identitiesCsv([
    { ...identity, model: '=HYPERLINK("x")' },
    { ...identity, model: 'a, b' },
  ]);
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'code,type,model,claimPin,generation,secret',
    `CW1,claw,"'=HYPERLINK(""x"")",1,1,ab`,
    'CW1,claw,"a, b",1,1,ab',
    '',
  ]);
});
