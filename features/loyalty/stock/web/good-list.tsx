import { useMemo } from 'react';
import { type Action, callOf, forOne, removing } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import type { GoodRecord } from '../contract/goods.ts';
import { stockContract } from '../contract.ts';

const { listGoods, listClasses, shelveGoods, removeGoods, saveGood, groupGoods, listLevels } = stockContract;

const editPage = '/integralStore/goodManage/editGood';
const groupPage = '/integralStore/goodManage/integral-store-group-chose';

const shelve = (onShelf: boolean): Action<GoodRecord[]> => ({
  label: onShelf ? 'stock:good.shelve' : 'stock:good.unshelve',
  icon: onShelf ? 'upload' : 'download',
  call: callOf(shelveGoods, (goods: GoodRecord[]) => ({ ids: goods.map(({ id }) => id), onShelf })),
  visible: (goods) => goods.some((good) => good.onShelf !== onShelf),
  success: onShelf ? 'stock:good.shelved' : 'stock:good.unshelved',
});

const group: Action<GoodRecord[]> = {
  label: 'stock:good.group',
  icon: 'layout-grid',
  to: (goods) => `${groupPage}?ids=${goods.map(({ id }) => id).join(',')}`,
  needs: groupGoods,
};

const rowActions: readonly Action<GoodRecord>[] = [
  { label: 'kit:action.edit', icon: 'edit', to: ({ id }) => `${editPage}?id=${id}`, needs: saveGood },
  forOne(shelve(true)),
  forOne(shelve(false)),
  forOne(group),
  {
    label: 'stock:good.seeStock',
    icon: 'package',
    to: ({ name }) => `/integralStore/stockManage?name=${encodeURIComponent(name)}`,
    needs: listLevels,
  },
  {
    ...removing,
    call: callOf(removeGoods, (good: GoodRecord) => ({ ids: [good.id] })),
    confirm: {
      title: 'stock:good.removeTitle',
      body: 'stock:good.removeBody',
      params: ({ name }) => ({ name }),
    },
  },
];

type Names = readonly { id: string; name: string }[];
const options = (names: Names) => names.map(({ id, name }) => ({ value: id, label: name, plain: true }));

const listOf = (categories: Names, groups: Names) =>
  defineList({
    endpoint: listGoods,
    columns: [
      { key: 'name', picture: 'picture' },
      'state',
      { key: 'price', phone: 'amount' },
      'categoryName',
      { key: 'groups', phone: false },
      { key: 'free', phone: 'more' },
      ...optional(
        'variantCount',
        'perPlayer',
        'perPlayerDay',
        'perDay',
        'shelfFrom',
        'shelfUntil',
        'createdAt',
      ),
    ],
    search: 'name',
    searchHint: 'stock:good.search',
    filters: [
      'state',
      {
        kind: 'choice',
        name: 'categoryId',
        label: 'stock:field.categoryName',
        options: options(categories),
      },
      { kind: 'choice', name: 'groupId', label: 'stock:field.groups', options: options(groups) },
    ],
    actions: [{ label: 'stock:good.add', icon: 'plus', primary: true, to: () => editPage, needs: saveGood }],
    rowActions,
    bulkActions: [shelve(true), shelve(false), group],
    facts: true,
    empty: { title: 'stock:good.emptyTitle', hint: 'stock:good.emptyHint' },
    icon: 'gift',
  });

/** Goods of the points store, on the shelf and off it. */
export default function GoodList() {
  const { data: categories } = useCall(listClasses, { kind: 'category' });
  const { data: groups } = useCall(listClasses, { kind: 'group' });
  const definition = useMemo(() => listOf(categories ?? [], groups ?? []), [categories, groups]);
  return <ListPage definition={definition} />;
}
