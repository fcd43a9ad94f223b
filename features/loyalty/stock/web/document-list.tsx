import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { stockContract } from '../contract.ts';
import { documentPage } from './document-form.tsx';
import { storeFilter, supplierSource } from './sources.ts';

const { listDocuments, receiveStock, transferStock, countStock, loseStock } = stockContract;

/** Every document, the newest first. */
export const DocumentList = listPage({
  endpoint: listDocuments,
  columns: [
    { key: 'number', phone: 'what' },
    'kind',
    { key: 'storeName', phone: 'more' },
    ...deskOnly('toStoreName', 'supplierName', 'piecesIn', 'piecesOut'),
    { key: 'costFen', phone: 'amount' },
    { key: 'reversed', optional: true },
    { key: 'userName', phone: false },
    { key: 'note', optional: true },
    'createdAt',
  ],
  search: 'number',
  searchHint: 'stock:doc.search',
  filters: [
    'kind',
    storeFilter,
    {
      kind: 'reference',
      name: 'supplierId',
      label: 'stock:field.supplierName',
      source: supplierSource,
    },
    { name: 'from', label: 'kit:field.time' },
  ],
  actions: [
    {
      label: 'stock:doc.new.receipt',
      icon: 'plus',
      primary: true,
      to: () => '/integralStore/stockWarehousing',
      needs: receiveStock,
    },
    {
      label: 'stock:doc.new.transfer',
      icon: 'arrows-exchange',
      to: () => `${documentPage}?new=transfer`,
      needs: transferStock,
    },
    {
      label: 'stock:doc.new.count',
      icon: 'clipboard-list',
      to: () => `${documentPage}?new=count`,
      needs: countStock,
    },
    { label: 'stock:doc.new.loss', icon: 'trash', to: () => `${documentPage}?new=loss`, needs: loseStock },
  ],
  rowTo: ({ id }) => `${documentPage}?id=${id}`,
  empty: { title: 'stock:doc.emptyTitle', hint: 'stock:doc.emptyHint' },
});
