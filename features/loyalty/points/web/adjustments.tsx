import { siteFilter } from '#features/base/sites/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { pointsContract } from '../contract.ts';
import { memberFilter } from './movements.tsx';

/** /integralStore/userUpdateRecord: what was given and taken by hand. */
export default listPage({
  endpoint: pointsContract.listAdjustments,
  columns: [
    { key: 'playerName', phone: 'what' },
    { key: 'amount', phone: 'amount' },
    'before',
    'after',
    { key: 'reason', phone: 'more' },
    'fieldName',
    { key: 'userName', label: 'points:field.adjustedBy' },
    'createdAt',
  ],
  filters: ['unit', siteFilter(), memberFilter, 'from'],
  facts: true,
  actions: [
    {
      label: 'points:action.adjust',
      icon: 'edit',
      primary: true,
      to: () => '/integralStore/editIntegral',
      needs: pointsContract.adjustPoints,
    },
  ],
  empty: { title: 'points:empty.adjustments', hint: 'points:empty.adjustmentsHint' },
  icon: 'user-check',
});
