import { siteSource } from '#features/base/sites/web/public.ts';
import { termFieldSpecs } from '#features/selling/packages/web/public.ts';
import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import { type LevelDiscountRecord, usualBasisPoints } from '../contract/levels.ts';
import { membersContract } from '../contract.ts';
import { levelSource } from './level-source.ts';

const { listLevelDiscounts, saveLevelDiscount, removeLevelDiscounts } = membersContract;

const namesOf = ({ siteIds, siteNames }: LevelDiscountRecord) =>
  Object.fromEntries(siteIds.map((id, place) => [id, siteNames[place] ?? '']));

const write = formAction({
  endpoint: saveLevelDiscount,
  initial: (discount: LevelDiscountRecord | undefined) =>
    discount ?? { active: true, basisPoints: usualBasisPoints, hours: [], siteIds: [] },
  fields: (discount) => [
    { name: 'name', label: 'members:field.discountName' },
    {
      name: 'levelId',
      label: 'members:field.levelName',
      kind: 'reference',
      source: levelSource(discount && { [discount.levelId]: discount.levelName }),
    },
    { name: 'basisPoints', hint: 'members:hint.basisPoints' },
    {
      name: 'siteIds',
      label: 'members:field.siteNames',
      hint: 'members:hint.siteIds',
      kind: 'references',
      source: siteSource(discount && namesOf(discount)),
    },
    ...termFieldSpecs,
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<LevelDiscountRecord>(removeLevelDiscounts, { title: 'members:remove.discounts' });

/** /grade_preference: what levels make cheaper at some days, hours and sites. */
export default listPage({
  endpoint: listLevelDiscounts,
  columns: [
    { key: 'name', label: 'members:field.discountName', phone: 'what' },
    { key: 'levelName', phone: 'more' },
    { key: 'basisPoints', phone: 'amount' },
    'standing',
    { key: 'siteNames', phone: false },
    ...optional('fromDay', 'toDay'),
  ],
  filters: [{ kind: 'reference', name: 'levelId', label: 'members:field.levelName', source: levelSource() }],
  search: 'name',
  facts: true,
  actions: [{ label: 'members:action.addDiscount', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'members:empty.discounts', hint: 'members:empty.discountsHint' },
  icon: 'discount',
});
