import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import type { Translate } from '#kit/ui/i18n.ts';
import {
  changesOf,
  delicateOf,
  differencesOf,
  draftErrors,
  editsOf,
  hasValue,
  refusedValues,
  withoutValue,
  withValue,
} from '../web/draft.ts';
import { fieldAt, fieldsOf } from '../web/setting-fields.ts';
import { entriesChanged, groupSummary, valueText } from '../web/value-text.ts';

const echo: Translate = (key, params) =>
  params ? `${key}(${Object.values(params).join(',')})` : (key.split(':')[1] ?? key);
const claw = defaultSettings('claw');
const field = (path: string) => fieldAt('claw', path)!;

describe('what definitions say about fields', () => {
  it('knows unit, limits and choices behind a default', () => {
    expect(field('play.gameTimeS')).toMatchObject({ kind: 'number', unit: 's', min: 5, max: 120 });
    expect(field('force.payoutMode')).toMatchObject({ kind: 'choice', options: ['none', 'random', 'fixed'] });
    expect(field('force.payoutRate')).toMatchObject({ kind: 'percent' });
    expect(field('consume.pricePerPlay')).toMatchObject({ kind: 'money' });
    expect(field('sound.quietHours')).toMatchObject({ kind: 'timePeriod' });
  });

  it('has an editor for every list of every type', () => {
    const lists = deviceTypes.flatMap((type) =>
      fieldsOf(type).filter(({ group, name }) => Array.isArray(defaultSettings(type)[group]?.[name])),
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists)
      expect(['hoppers', 'notes', 'schedule', 'stages', 'functions', 'lanes']).toContain(list.kind);
  });

  it('finds the value that a path inside a list belongs to', () => {
    expect(fieldAt('exchange', 'exchange.hoppers.1.lowAt')?.path).toBe('exchange.hoppers');
    expect(fieldAt('exchange', 'exchange.nothing')).toBeUndefined();
  });
});

describe('a draft', () => {
  it('sends only what differs', () => {
    const edits = { 'play.gameTimeS': 20, 'play.freePlays': claw.play!.freePlays, 'force.payoutRate': 500 };
    expect(changesOf(claw, edits)).toEqual({ play: { gameTimeS: 20 }, force: { payoutRate: 500 } });
    expect(differencesOf(claw, { 'play.freePlays': claw.play!.freePlays })).toEqual([]);
  });

  it('does not mind the order of keys inside a list, which a database changes', () => {
    const [first, ...rest] = claw.functions!.order as { name: string; shown: boolean }[];
    const turned = [{ shown: first!.shown, name: first!.name }, ...rest];
    expect(differencesOf(claw, { 'functions.order': turned })).toEqual([]);
  });

  it('refuses an emptied value instead of falling back to the default', () => {
    expect(draftErrors('claw', claw, { 'play.gameTimeS': undefined })).toEqual({
      'play.gameTimeS': { key: 'kit:validation.required' },
    });
  });

  it('marks what is out of range, and nothing else', () => {
    expect(draftErrors('claw', claw, { 'play.gameTimeS': 500, 'play.freePlays': 3 })).toEqual({
      'play.gameTimeS': { key: 'kit:validation.tooBig', params: { max: 120 } },
    });
  });

  it('finds a mistake inside a list at the list', () => {
    const exchange = defaultSettings('exchange');
    const hoppers = [{ hopper: 1, enabled: true, capacity: 100, lowAt: 100 }];
    expect(draftErrors('exchange', exchange, { 'exchange.hoppers': hoppers })).toEqual({
      'exchange.hoppers': { key: 'kit:validation.lowAtCapacity', params: undefined },
    });
  });

  it('puts refusals of the server beside their values', () => {
    const issues = [
      { path: 'settings.force.payoutRate', key: 'x', message: 'too much' },
      { path: 'equipmentId', key: 'x', message: 'other' },
    ];
    expect(refusedValues(issues)).toEqual({ 'force.payoutRate': { message: 'too much' } });
  });

  it('asks before price, odds and guarantee change, but not before the volume does', () => {
    const differences = differencesOf(claw, {
      'consume.pricePerPlay': 300,
      'force.payoutRate': 100,
      'force.guaranteeAfterPlays': 20,
      'sound.volume': 10,
    });
    expect(delicateOf('claw', differences).map(({ name }) => name)).toEqual([
      'pricePerPlay',
      'payoutRate',
      'guaranteeAfterPlays',
    ]);
  });
});

describe('a document of chosen values', () => {
  it('takes and loses values, and forgets a group that is empty', () => {
    const one = withValue({}, 'play.gameTimeS', 20);
    const two = withValue(one, 'sound.volume', 0);
    expect(two).toEqual({ play: { gameTimeS: 20 }, sound: { volume: 0 } });
    expect(hasValue(two, 'sound.volume')).toBe(true);
    expect(hasValue(two, 'sound.music')).toBe(false);
    expect(withoutValue(two, 'sound.volume')).toEqual(one);
    expect(editsOf(two)).toEqual({ 'play.gameTimeS': 20, 'sound.volume': 0 });
  });
});

describe('values in words', () => {
  it('says units, money, percent and choices', () => {
    expect(valueText(echo, field('play.gameTimeS'), 30)).toBe('30 settings:unit.s(30)');
    expect(valueText(echo, field('force.strongGrip'), 90)).toBe('90%');
    expect(valueText(echo, field('force.payoutRate'), 305)).toBe('3.05%');
    expect(valueText(echo, field('consume.pricePerPlay'), 250)).toBe('¥2.50');
    expect(valueText(echo, field('screen.size'), '10.1')).toBe('option.screen.size.10_1');
    expect(valueText(echo, field('play.showRemaining'), false)).toBe('value.off');
    expect(valueText(echo, field('play.gameTimeS'), undefined)).toBe('—');
  });

  it('says which notes are taken and when the acceptor works', () => {
    const notes = fieldAt('exchange', 'notes.accepted')!;
    const entry = (yuan: number, accepted: boolean, bonusCoins: number) => ({ yuan, accepted, bonusCoins });
    expect(valueText(echo, notes, [entry(1, true, 0), entry(5, false, 9), entry(10, true, 2)])).toBe(
      '¥1value.separatorsettings:value.noteBonus(10,2)',
    );
    expect(valueText(echo, fieldAt('exchange', 'noteSwitch.schedule')!, [])).toBe('value.allDay');
  });

  it('puts the first values of a group into one line', () => {
    expect(groupSummary(echo, 'claw', 'force', claw)).toBe(
      [
        'settings:value.pair(field.force.payoutMode,option.force.payoutMode.random)',
        'settings:value.pair(field.force.payoutRate,3%)',
        'settings:value.pair(field.force.guaranteeAfterPlays,40 settings:unit.plays(40))',
      ].join(' · '),
    );
  });

  it('counts entries that differ where the words are the same', () => {
    expect(entriesChanged([{ a: 1, b: 2 }, { a: 2 }], [{ b: 2, a: 1 }, { a: 3 }, { a: 4 }])).toBe(2);
  });
});
