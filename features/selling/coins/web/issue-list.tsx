import { siteFilter } from '#features/base/sites/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { coinsContract } from '../contract.ts';

export const IssueList = listPage({
  endpoint: coinsContract.listIssues,
  columns: [
    { key: 'receiver', phone: 'what' },
    'fieldName',
    { key: 'way', optional: true },
    { key: 'coins', label: 'coins:issue.coins', phone: 'amount' },
    'counted',
    { key: 'remark', label: 'coins:issue.reason', phone: 'more' },
    'userName',
    'outcome',
    'createdAt',
  ],
  filters: [siteFilter(), 'way', 'state', 'from'],
  empty: { title: 'coins:issue.empty', hint: 'coins:issue.emptyHint' },
});
