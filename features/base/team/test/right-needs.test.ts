import { describe, expect, it } from 'vitest';
import { completeRights, needsOf } from '../rules/right-needs.ts';
import { roleTemplateNames, roleTemplates } from '../rules/role-templates.ts';

const known = new Set(Object.values(roleTemplates).flat() as string[]);

describe('what a right needs', () => {
  it('is ticked with it, also at second hand', () => {
    expect(needsOf('settings.edit', known).sort()).toEqual(['devices.view', 'settings.view']);
    expect(completeRights([], ['settings.edit'], known)).toEqual({
      rights: ['settings.edit', 'settings.view', 'devices.view'],
      added: ['settings.view', 'devices.view'],
      dropped: [],
    });
  });

  it('takes with it, when it goes, what can not be without it', () => {
    const all = ['devices.view', 'settings.view', 'settings.edit', 'wallet.view'];
    expect(completeRights(all, ['settings.view', 'settings.edit', 'wallet.view'], known)).toEqual({
      rights: ['wallet.view'],
      added: [],
      dropped: ['settings.view', 'settings.edit'],
    });
  });

  it('is never something that there is not to give', () => {
    expect(needsOf('settings.edit', new Set(['settings.edit', 'settings.view']))).toEqual(['settings.view']);
    expect(needsOf('pairing.use', new Set())).toEqual([]);
  });
});

it.each(roleTemplateNames)('the template %s is complete as it is', (name) => {
  expect(completeRights([], roleTemplates[name], known)).toMatchObject({ added: [], dropped: [] });
});

it.each(roleTemplateNames)(
  'the template %s brings no value in by a file, sets no limit and agrees to nothing',
  (name) => {
    const kept = ['members.import', 'coins.review', 'coins.limits', 'remotecredit.limits', 'points.rules'];
    const rights: readonly string[] = roleTemplates[name];
    expect(
      rights.filter((right) => kept.includes(right) || /^allowance\.(approve|limits)$/.test(right)),
    ).toEqual([]);
  },
);
