import { siteFilter } from '#features/base/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { pointsContract } from '../contract.ts';
import { memberFilter } from './movements.tsx';

const list = defineList({
  endpoint: pointsContract.listAdjustments,
  texts: 'points',
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

/** /integralStore/userUpdateRecord: what was given and taken by hand. */
export default function Adjustments() {
  return <ListPage definition={list} />;
}
