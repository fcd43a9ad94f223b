import { siteFilter } from '#features/base/sites/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { type HoldingRecord, pointsContract } from '../contract.ts';
import { adjustOne } from './adjust-form.ts';
import { newTicketCode } from './new-ticket-code.tsx';

/** /integralStore/memberIntegral: who has how many points and tickets, and where. */
export default listPage({
  endpoint: pointsContract.listHoldings,
  columns: [
    { key: 'playerName', phone: 'what' },
    { key: 'phone', phone: 'more' },
    'fieldName',
    { key: 'points', phone: 'amount' },
    'tickets',
    'expiring',
    'owed',
  ],
  filters: ['standing', siteFilter()],
  search: 'word',
  searchHint: 'points:page.searchHint',
  facts: true,
  actions: [
    {
      label: 'points:action.adjust',
      icon: 'edit',
      primary: true,
      to: () => '/integralStore/editIntegral',
      needs: pointsContract.adjustPoints,
    },
    newTicketCode,
  ],
  rowActions: [
    { label: 'points:action.adjust', icon: 'edit', form: adjustOne },
    {
      label: 'points:action.movements',
      icon: 'file-text',
      to: ({ playerId }: HoldingRecord) => `/integralStore/integralLog?playerId=${playerId}`,
      needs: pointsContract.listMovements,
    },
  ],
  empty: { title: 'points:empty.holdings', hint: 'points:empty.holdingsHint' },
  icon: 'star',
});
