import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { type RecycleGiftRecord, rewardsContract } from '../contract.ts';
import { giftSource, variantSource } from './sources.ts';

const { listRecycleGifts, saveRecycleGift, removeRecycleGifts } = rewardsContract;

const write = formAction({
  endpoint: saveRecycleGift,
  initial: (one: RecycleGiftRecord | undefined) => one ?? { active: true },
  fields: (one) => [
    {
      name: 'giftId',
      label: 'rewards:field.giftName',
      hint: 'rewards:hint.gift',
      kind: 'reference',
      source: giftSource(one && { [one.giftId]: one.giftName }),
    },
    {
      name: 'variantId',
      label: 'rewards:field.goodText',
      hint: 'rewards:hint.good',
      kind: 'reference',
      source: variantSource(one && { [one.variantId]: one.goodText }),
    },
    { name: 'points', label: 'rewards:field.pointsEach' },
    { name: 'active', label: 'rewards:field.takenBack' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<RecycleGiftRecord>(removeRecycleGifts, { title: 'rewards:confirm.removeGifts' });

/** /integralStore/addRecycleGift: what is taken back, and for how many points. */
export default listPage({
  endpoint: listRecycleGifts,
  columns: [
    { key: 'giftName', phone: 'what' },
    { key: 'points', label: 'rewards:field.pointsEach', phone: 'amount' },
    { key: 'goodText', phone: 'more' },
    { key: 'active', label: 'rewards:field.takenBack' },
    { key: 'createdAt', optional: true },
  ],
  filters: [{ name: 'active', label: 'rewards:field.takenBack' }],
  search: 'name',
  facts: true,
  actions: [{ label: 'rewards:action.addGift', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'rewards:empty.gifts', hint: 'rewards:empty.giftsHint' },
  icon: 'gift',
});
