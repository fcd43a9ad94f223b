import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf, removing } from '#kit/pages/actions.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { accountsContract } from '../contract.ts';
import { accessActions } from './staff-actions.ts';
import { UserAvatar } from './user-avatar.tsx';

type Franchisee = OutputOf<typeof accountsContract.listFranchisees>['records'][number];

export default listPage({
  endpoint: accountsContract.listFranchisees,
  texts: 'accounts',
  columns: [
    'name',
    { key: 'account', phone: 'more' },
    'phone',
    { key: 'siteCount', label: 'accounts:field.stores' },
    { key: 'incomeFen', phone: 'amount' },
    { key: 'lastLoginAt', phone: false },
    { key: 'createdAt', optional: true },
    { key: 'enabled', label: 'accounts:field.state' },
  ],
  search: 'keyword',
  searchHint: 'accounts:page.staff.search',
  filters: [{ name: 'enabled', label: 'accounts:field.state' }],
  leading: (row) => <UserAvatar name={row.name} avatar={row.avatar} />,
  rowTo: (row) => `/managejmsmd?id=${row.id}`,
  actions: [
    {
      label: 'accounts:page.franchisee.add',
      icon: 'user-plus',
      primary: true,
      to: () => '/addjms',
      needs: accountsContract.saveFranchisee,
    },
  ],
  rowActions: [
    {
      label: 'kit:action.edit',
      icon: 'edit',
      to: (row) => `/addjms?id=${row.id}`,
      needs: accountsContract.saveFranchisee,
    },
    ...accessActions((enabled) =>
      callOf(accountsContract.setFranchiseeEnabled, ({ id }: Franchisee) => ({ id, enabled })),
    ),
    {
      ...removing,
      call: callOf(accountsContract.removeFranchisees, (row: Franchisee) => ({ ids: [row.id] })),
      confirm: {
        title: 'accounts:page.staff.removeTitle',
        body: 'accounts:page.franchisee.removeBody',
        params: (row) => ({ name: row.name }),
      },
    },
  ],
  empty: { title: 'accounts:page.franchisee.empty', hint: 'accounts:page.franchisee.emptyHint' },
});
