import { describe, expect, test } from 'vitest';
import { dayPart } from '../web/day-part.ts';
import { filterGroups } from '../web/filter-groups.ts';
import { startSteps } from '../web/steps.ts';

const nothing = {
  sites: undefined,
  devices: undefined,
  roles: undefined,
  staff: undefined,
  agents: undefined,
  contacts: undefined,
};

describe('the first steps', () => {
  test('of a new merchant begin with a site and a device', () => {
    const steps = startSteps('merchant', {
      ...nothing,
      sites: 0,
      devices: 0,
      roles: 1,
      staff: 0,
      contacts: 0,
    });
    expect(steps.map((step) => `${step.key} ${step.done}`)).toEqual([
      'site false',
      'device false',
      'role true',
      'staff false',
      'contact false',
    ]);
  });

  test('leave out what the reader may not do', () => {
    expect(startSteps('merchant', { ...nothing, sites: 2 }).map((step) => step.key)).toEqual(['site']);
    expect(startSteps('merchant', nothing)).toEqual([]);
  });

  test('of an agent are about agents, not about sites', () => {
    const keys = startSteps('agent', { ...nothing, sites: 0, agents: 0 }).map((step) => step.key);
    expect(keys).toEqual(['agent']);
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

test('searching functions keeps a whole group whose name matches', () => {
  const page = (name: string) => ({
    id: name,
    parentId: '0',
    code: name,
    name,
    path: `/${name}`,
    source: '',
    sort: 0,
    category: 1,
  });
  const groups = [
    { key: '1', name: 'Team', pages: [page('Staff'), page('Roles')] },
    { key: '2', name: 'Sites', pages: [page('Site list'), page('Map')] },
  ];
  const found = (query: string) =>
    filterGroups(groups, query).map((group) => group.pages.map(({ name }) => name));
  expect(found('team')).toEqual([['Staff', 'Roles']]);
  expect(found('LIST')).toEqual([['Site list']]);
  expect(found('x')).toEqual([]);
  expect(found(' ')).toHaveLength(2);
});
