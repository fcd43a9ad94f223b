import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { type CardPackageRecord, cardsContract } from '../contract.ts';
import { typeSource } from './type-source.ts';

const { listCardPackages, saveCardPackage, removeCardPackages } = cardsContract;

/** From the list of cards one comes with a card in the address: a new package is of that one. */
const startingType = () => {
  const typeId = new URLSearchParams(location.search).get('typeId');
  return typeId ? { typeId } : {};
};

const write = formAction({
  endpoint: saveCardPackage,
  initial: (one: CardPackageRecord | undefined) => one ?? { active: true, ...startingType() },
  fields: (one) => [
    {
      name: 'typeId',
      label: 'cards:field.typeName',
      kind: 'reference',
      source: typeSource(one && { [one.typeId]: one.typeName }),
      disabled: one !== undefined,
    },
    { name: 'name', label: 'cards:field.packageName' },
    { name: 'priceFen', label: 'cards:field.packagePrice', hint: 'cards:hint.packagePrice' },
    { name: 'coins', hint: 'cards:hint.coins' },
    { name: 'active', label: 'cards:field.onSale' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<CardPackageRecord>(removeCardPackages, { title: 'cards:confirm.removePackages' });

/** /update_benefit_card_package: cards that are sold with coins. */
export default listPage({
  endpoint: listCardPackages,
  columns: [
    { key: 'name', label: 'cards:field.packageName', phone: 'what' },
    { key: 'typeName', phone: 'more' },
    { key: 'priceFen', label: 'cards:field.packagePrice', phone: 'amount' },
    'coins',
    { key: 'active', label: 'cards:field.onSale' },
    { key: 'createdAt', optional: true },
  ],
  filters: [{ kind: 'reference', name: 'typeId', label: 'cards:field.typeName', source: typeSource() }],
  search: 'name',
  facts: true,
  actions: [{ label: 'cards:action.addPackage', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'cards:empty.packages', hint: 'cards:empty.packagesHint' },
  icon: 'package',
});
