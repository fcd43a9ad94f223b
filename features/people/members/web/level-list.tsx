import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { type LevelRecord, usualBasisPoints } from '../contract/levels.ts';
import { membersContract } from '../contract.ts';

const { listLevels, saveLevel, removeLevels } = membersContract;

const write = formAction({
  endpoint: saveLevel,
  initial: (level: LevelRecord | undefined) => level ?? { basisPoints: usualBasisPoints, bonusCoins: 0 },
  fields: [
    { name: 'name', label: 'members:field.levelName' },
    { name: 'rank', hint: 'members:hint.rank' },
    { name: 'topUpFen', hint: 'members:hint.topUpFen', section: 'members:section.conditions' },
    { name: 'bonusCoins', hint: 'members:hint.bonusCoins', section: 'members:section.conditions' },
    { name: 'spendFen', hint: 'members:hint.spendFen', section: 'members:section.conditions' },
    { name: 'keepDays', hint: 'members:hint.keepDays', section: 'members:section.conditions' },
    { name: 'basisPoints', hint: 'members:hint.basisPoints', section: 'members:section.benefit' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<LevelRecord>(removeLevels, { title: 'members:remove.levels' });

/** /member_level: what members rise to, and by what. */
export default listPage({
  endpoint: listLevels,
  columns: [
    'rank',
    { key: 'name', label: 'members:field.levelName', phone: 'what' },
    { key: 'basisPoints', phone: 'amount' },
    ...deskOnly('topUpFen', 'bonusCoins', 'spendFen', 'keepDays'),
    { key: 'members', label: 'members:field.holders' },
  ],
  search: 'name',
  facts: true,
  actions: [{ label: 'members:action.addLevel', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  empty: { title: 'members:empty.levels', hint: 'members:empty.levelsHint' },
  icon: 'trophy',
});
