import { siteFilter } from '#features/base/sites/web/public.ts';
import { memberSource } from '#features/people/members/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { pointsContract } from '../contract.ts';

/** A member by name: in lists that take `playerId`. */
export const memberFilter = {
  kind: 'reference',
  name: 'playerId',
  label: 'kit:thing.memberLabel',
  source: memberSource(),
} as const;

/** /integralStore/integralLog: every movement. */
export default listPage({
  endpoint: pointsContract.listMovements,
  columns: [
    { key: 'what', phone: 'what' },
    { key: 'amount', phone: 'amount' },
    { key: 'playerName', phone: 'more' },
    'fieldName',
    'flow',
    'balanceAfter',
    { key: 'remark', phone: false },
    'createdAt',
  ],
  filters: ['unit', 'flow', siteFilter(), memberFilter, 'from'],
  facts: true,
  empty: { title: 'points:empty.movements', hint: 'points:empty.movementsHint' },
  icon: 'file-text',
});
