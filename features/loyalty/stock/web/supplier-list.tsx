import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import type { SupplierRecord } from '../contract/places.ts';
import { stockContract } from '../contract.ts';
import { documentPage } from './document-form.tsx';

const { listSuppliers, saveSupplier, removeSuppliers, listDocuments } = stockContract;

const write = formAction({
  endpoint: saveSupplier,
  title: (supplier: SupplierRecord | undefined, t) =>
    t(supplier ? 'stock:supplier.edit' : 'stock:supplier.add'),
  initial: (supplier) => supplier ?? {},
  fields: [
    { name: 'name', label: 'stock:field.supplierName' },
    'contact',
    'phone',
    'address',
    { name: 'note', rows: 2 },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const rowActions: readonly Action<SupplierRecord>[] = [
  {
    label: 'stock:supplier.seeReceipts',
    icon: 'file-text',
    to: ({ id }) => `${documentPage}?supplierId=${id}`,
    needs: listDocuments,
  },
  { label: 'kit:action.edit', icon: 'edit', form: write },
  {
    ...removing,
    call: callOf(removeSuppliers, ({ id }: SupplierRecord) => ({ ids: [id] })),
    confirm: {
      title: 'stock:supplier.removeTitle',
      body: 'stock:supplier.removeBody',
      params: ({ name }) => ({ name }),
    },
  },
];

/** Suppliers and what was bought from them. */
export default listPage({
  endpoint: listSuppliers,
  columns: [
    { key: 'name', label: 'stock:field.supplierName' },
    { key: 'boughtFen', phone: 'amount' },
    'receipts',
    'contact',
    'phone',
    ...optional('address', 'note', 'createdAt'),
  ],
  search: 'name',
  searchHint: 'stock:supplier.search',
  actions: [{ label: 'stock:supplier.add', icon: 'plus', primary: true, form: write }],
  rowActions,
  facts: true,
  empty: { title: 'stock:supplier.emptyTitle', hint: 'stock:supplier.emptyHint' },
});
