import { type Action, callOf, forOne, removing } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage, optional } from '#kit/pages/list-page.tsx';
import { type CardTypeRecord, cardsContract } from '../contract.ts';

const { listCardTypes, saveCardType, sellCardTypes, removeCardTypes, listCardPackages } = cardsContract;

const idsOf = (list: CardTypeRecord[]) => list.map(({ id }) => id);

const putOn: Action<CardTypeRecord[]> = {
  label: 'cards:action.putOn',
  icon: 'check',
  visible: (list) => list.some(({ onSale }) => !onSale),
  call: callOf(sellCardTypes, (list: CardTypeRecord[]) => ({ ids: idsOf(list), onSale: true })),
  success: 'cards:page.isOn',
};

const takeOff: Action<CardTypeRecord[]> = {
  label: 'cards:action.takeOff',
  icon: 'x',
  visible: (list) => list.some(({ onSale }) => onSale),
  call: callOf(sellCardTypes, (list: CardTypeRecord[]) => ({ ids: idsOf(list), onSale: false })),
  confirm: { title: 'cards:confirm.takeOff', body: 'cards:confirm.takeOffBody' },
  success: 'cards:page.isOff',
};

const remove: Action<CardTypeRecord[]> = {
  ...removing,
  call: callOf(removeCardTypes, (list: CardTypeRecord[]) => ({ ids: idsOf(list) })),
  confirm: { title: 'cards:confirm.removeTypes', body: 'cards:confirm.removeTypesBody' },
};

const list = defineList({
  endpoint: listCardTypes,
  columns: [
    { key: 'name', phone: 'what', picture: 'image' },
    { key: 'priceFen', phone: 'amount' },
    'onSale',
    { key: 'rights', phone: 'more' },
    ...deskOnly('days', 'siteNames', 'sold', 'stockLeft', 'packages'),
    ...optional('dailyPlays', 'dailyCoins', 'basisPoints', 'starts', 'deviceTypes', 'perPlayer', 'createdAt'),
  ],
  filters: ['onSale'],
  search: 'name',
  facts: true,
  actions: [
    {
      label: 'cards:action.add',
      icon: 'plus',
      primary: true,
      needs: saveCardType,
      to: () => '/update_benefit_card',
    },
  ],
  rowActions: [
    {
      label: 'kit:action.edit',
      icon: 'edit',
      needs: saveCardType,
      to: ({ id }) => `/update_benefit_card?id=${id}`,
    },
    {
      label: 'cards:action.packages',
      icon: 'package',
      needs: listCardPackages,
      to: ({ id }) => `/update_benefit_card_package?typeId=${id}`,
    },
    forOne(putOn),
    forOne(takeOff),
    forOne(remove),
  ],
  bulkActions: [putOn, takeOff, remove],
  empty: { title: 'cards:empty.types', hint: 'cards:empty.typesHint' },
  icon: 'credit-card',
});

/** /benefit_card: kinds of cards, what they give and how they sell. */
export default function CardTypes() {
  return <ListPage definition={list} />;
}
