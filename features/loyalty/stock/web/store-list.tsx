import { siteSource } from '#features/base/sites/web/public.ts';
import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { deskOnly, listPage, optional } from '#kit/pages/list-page.tsx';
import type { StoreRecord } from '../contract/places.ts';
import { stockContract } from '../contract.ts';

const { listStores, saveStore, removeStores, listLevels } = stockContract;

const write = formAction({
  endpoint: saveStore,
  title: (store: StoreRecord | undefined, t) => t(store ? 'stock:store.edit' : 'stock:store.add'),
  initial: (store) => store ?? { kind: 'shop' },
  fields: (store) => [
    { name: 'kind', label: 'stock:field.storeKind', appearance: 'radio', disabled: Boolean(store) },
    { name: 'name', label: 'stock:store.name', placeholder: 'stock:store.example' },
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      hint: 'stock:store.siteHint',
      kind: 'reference',
      source: siteSource(
        store?.fieldId && store.fieldName ? { [store.fieldId]: store.fieldName } : undefined,
      ),
      showIf: ({ kind }) => kind === 'shop',
      required: true,
      disabled: Boolean(store),
    },
    'contact',
    'phone',
    'address',
  ],
  toInput: ({ kind, fieldId, ...data }) => ({ ...data, kind, fieldId: kind === 'shop' ? fieldId : null }),
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const rowActions: readonly Action<StoreRecord>[] = [
  {
    label: 'stock:store.seeStock',
    icon: 'package',
    to: ({ id }) => `/integralStore/stockManage?storeId=${id}`,
    needs: listLevels,
  },
  { label: 'kit:action.edit', icon: 'edit', form: write },
  {
    ...removing,
    // What lies in it has to be taken out first; the row says how much.
    visible: ({ pieces }) => pieces === 0,
    call: callOf(removeStores, ({ id }: StoreRecord) => ({ ids: [id] })),
    confirm: { title: 'stock:store.removeTitle', params: ({ name }) => ({ name }) },
  },
];

/** Warehouses, and the stores of shops. */
export default listPage({
  endpoint: listStores,
  columns: [
    { key: 'name', label: 'stock:store.name' },
    { key: 'kind', label: 'stock:field.storeKind' },
    'fieldName',
    { key: 'pieces', label: 'stock:field.onHand', phone: 'amount' },
    ...deskOnly('valueFen', 'contact', 'phone'),
    ...optional('address', 'createdAt'),
  ],
  search: 'name',
  searchHint: 'stock:store.search',
  filters: [{ name: 'kind', label: 'stock:field.storeKind' }],
  actions: [{ label: 'stock:store.add', icon: 'plus', primary: true, form: write }],
  rowActions,
  facts: true,
  empty: { title: 'stock:store.emptyTitle', hint: 'stock:store.emptyHint' },
});
