import { siteFilter } from '#features/base/sites/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { coinsContract } from '../contract.ts';

/** /pies_record: coins sent to members, by whom and why. */
export default listPage({
  endpoint: coinsContract.listIssues,
  input: { way: 'member' },
  columns: [
    { key: 'receiver', label: 'kit:thing.memberLabel', phone: 'what' },
    'fieldName',
    { key: 'coins', label: 'coins:issue.coins', phone: 'amount' },
    { key: 'remark', label: 'coins:issue.reason', phone: 'more' },
    'userName',
    'createdAt',
  ],
  filters: [siteFilter(), 'from'],
  actions: [
    {
      label: 'coins:issue.send',
      icon: 'plus',
      primary: true,
      to: () => '/issue_coins',
      needs: coinsContract.issueToMember,
    },
  ],
  facts: true,
  empty: { title: 'coins:issue.noDispatches', hint: 'coins:issue.noDispatchesHint' },
  icon: 'coins',
});
