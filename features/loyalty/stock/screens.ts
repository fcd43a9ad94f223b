import { defineScreens } from '#kit/contract/screen.ts';
import type { stockContract } from './contract.ts';

export default defineScreens<typeof stockContract>('stock', ({ staff }) => [
  staff('/integralStore/goodManage', 'goods', 'listGoods', () => import('./web/good-list.tsx'), {
    menu: { root: 'my', area: 'store', icon: 'shopping-cart', sort: 40 },
  }),
  staff(
    '/integralStore/goodClassify',
    'categories',
    'listClasses',
    () => import('./web/good-categories.tsx'),
    {
      menu: { tabOf: '/integralStore/goodManage', icon: 'clipboard-list', sort: 10 },
    },
  ),
  staff(
    '/integralStore/goodManage/integral-store-group-chose',
    'groups',
    'listClasses',
    () => import('./web/good-groups.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/integralStore/goodManage', icon: 'layout-grid', sort: 20 },
    },
  ),
  staff('/integralStore/goodManage/editGood', 'edit', 'saveGood', () => import('./web/good-form.tsx')),
  staff('/integralStore/stockManage', 'levels', 'listLevels', () => import('./web/level-list.tsx'), {
    menu: { root: 'my', area: 'store', icon: 'package', sort: 50 },
  }),
  staff(
    '/integralStore/stockWarehousing',
    'receive',
    'receiveStock',
    () => import('./web/receive-goods.tsx'),
    {
      menu: { tabOf: '/integralStore/stockManage', icon: 'download', sort: 10 },
    },
  ),
  staff('/integralStore/documentManage', 'documents', 'listDocuments', () => import('./web/documents.tsx'), {
    menu: { tabOf: '/integralStore/stockManage', icon: 'file-text', sort: 20 },
  }),
  staff('/integralStore/storeManage', 'stores', 'listStores', () => import('./web/store-list.tsx'), {
    menu: { tabOf: '/integralStore/stockManage', icon: 'building-store', sort: 30 },
  }),
  staff(
    '/integralStore/supplierManage',
    'suppliers',
    'listSuppliers',
    () => import('./web/supplier-list.tsx'),
    {
      menu: { tabOf: '/integralStore/stockManage', icon: 'truck', sort: 40 },
    },
  ),
]);
