import { describe, expect, test } from 'vitest';
import type { MenuNode } from '#kit/ui/menu.ts';
import { dayPart } from '../web/day-part.ts';
import { filterGroups } from '../web/filter-groups.ts';
import { firstPlaySteps, hasNext, type PlayFacts, playSteps, startSteps } from '../web/steps.ts';

const nothing = { roles: undefined, staff: undefined, agents: undefined, contacts: undefined };

describe('what an organisation sets up beside its machines', () => {
  test('leaves out what the reader may not do', () => {
    expect(startSteps('merchant', { ...nothing, staff: 2 }).map(({ key }) => key)).toEqual(['staff']);
    expect(startSteps('merchant', nothing)).toEqual([]);
  });

  test('of a merchant is people and a phone, of an agent agents and people', () => {
    const facts = { roles: 1, staff: 0, agents: 0, contacts: 0 };
    const shown = (realm: 'merchant' | 'agent') =>
      startSteps(realm, facts).map((step) => `${step.key} ${step.done}`);
    expect(shown('merchant')).toEqual(['role true', 'staff false', 'contact false']);
    expect(shown('agent')).toEqual(['agent false', 'role true', 'staff false']);
  });
});

describe('the steps to a first paid play', () => {
  const machine = { equipmentId: 'id-1', code: 'CW20005', playPath: '/index?equipmentId=CW20005&s=x' };
  const none: PlayFacts['reached'] = {
    site: false,
    device: false,
    wifi: false,
    price: false,
    payment: false,
    label: false,
    play: false,
  };
  const states = (facts: PlayFacts) => firstPlaySteps(facts).map(({ key, state }) => `${key} ${state}`);
  const nextOf = (facts: PlayFacts) => firstPlaySteps(facts).find(({ state }) => state === 'next');

  test('are seven, the first one open for who has nothing', () => {
    expect(states({ reached: none, machine: undefined })).toEqual([
      'site next',
      'device later',
      'wifi later',
      'price later',
      'payment later',
      'label later',
      'play later',
    ]);
  });

  test('go on with the first that is not yet a fact, whatever came before its turn', () => {
    const reached = { ...none, site: true, device: true, price: true, label: true };
    expect(states({ reached, machine })).toEqual([
      'site done',
      'device done',
      'wifi next',
      'price done',
      'payment later',
      'label done',
      'play later',
    ]);
  });

  test('take the machine along and lead back', () => {
    const done = { site: true, device: true, wifi: true, price: true, payment: true, label: true };
    const pathWithout = (...keys: (keyof PlayFacts['reached'])[]) =>
      nextOf({
        reached: { ...none, ...done, ...Object.fromEntries(keys.map((key) => [key, false])) },
        machine,
      })?.path;
    expect(pathWithout('wifi')).toBe('/distribution_network?code=CW20005&then=%2Fhome');
    expect(pathWithout('price')).toBe('/edit_equip?equipmentId=id-1');
    expect(pathWithout('label')).toBe('/device_labels?ids=id-1&then=%2Fhome');
    expect(nextOf({ reached: { ...none, ...done }, machine })?.key).toBe('play');
  });

  test('do not stand still while the platform looks at the papers', () => {
    const reached = { ...none, site: true, device: true, wifi: true, price: true };
    const steps = states({ reached, machine, waiting: ['payment'] });
    expect(steps.slice(4)).toEqual(['payment waiting', 'label next', 'play later']);
  });

  test('are those that the reader may take', () => {
    const clerk: PlayFacts['reached'] = {
      ...none,
      site: undefined,
      device: undefined,
      wifi: undefined,
      price: undefined,
      payment: undefined,
    };
    expect(states({ reached: clerk, machine })).toEqual(['label next', 'play later']);
    // there is nothing to label, and somebody else has to bring it
    expect(firstPlaySteps({ reached: clerk, machine: undefined })).toEqual([]);
  });

  test('need no card when nothing is left to do', () => {
    const all: PlayFacts['reached'] = { ...none };
    for (const key of playSteps) all[key] = true;
    expect(hasNext(firstPlaySteps({ reached: all, machine }))).toBe(false);
    expect(hasNext(firstPlaySteps({ reached: { ...all, play: false }, machine }))).toBe(true);
  });
});

test('a greeting follows the clock', () => {
  expect([0, 4, 5, 11, 12, 17, 18, 23].map(dayPart)).toEqual([
    'night',
    'night',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});

test('searching functions keeps a whole group whose name matches, and finds tabs by their own titles', () => {
  const page = (name: string, over: Partial<MenuNode> = {}): MenuNode => ({
    id: name,
    parentId: 'above',
    code: name,
    name,
    alias: name,
    path: `/${name}`,
    source: '',
    sort: 0,
    category: 1,
    ...over,
  });
  const paid = page('Getting paid', { alias: 'Real name', children: [page('Bank cards')] });
  const groups = [
    { key: '1', name: 'Team', icon: '', sort: 1, pages: [page('Staff'), page('Roles')] },
    { key: '2', name: 'Sites', icon: '', sort: 2, pages: [page('Site list'), page('Map'), paid] },
  ];
  const found = (query: string) =>
    filterGroups(groups, query).map((group) => group.pages.map(({ name }) => name));
  expect(found('team')).toEqual([['Staff', 'Roles']]);
  expect(found('LIST')).toEqual([['Site list']]);
  expect(found('bank')).toEqual([['Bank cards']]);
  expect(found('real')).toEqual([['Real name']]);
  expect(found('paid')).toEqual([['Real name', 'Bank cards']]);
  expect(found('x')).toEqual([]);
  expect(found(' ')).toHaveLength(2);
});
