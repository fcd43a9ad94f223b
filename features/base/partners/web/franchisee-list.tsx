import { UserAvatar } from '#features/base/accounts/web/public.ts';
import { accessActions } from '#features/base/team/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf, removing } from '#kit/pages/actions.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { partnersContract } from '../contract.ts';

type Franchisee = OutputOf<typeof partnersContract.listFranchisees>['records'][number];

export default listPage({
  endpoint: partnersContract.listFranchisees,
  texts: 'partners',
  columns: [
    'name',
    { key: 'account', phone: 'more' },
    'phone',
    { key: 'siteCount', label: 'partners:field.stores' },
    { key: 'incomeFen', phone: 'amount' },
    { key: 'lastLoginAt', phone: false },
    { key: 'createdAt', optional: true },
    { key: 'enabled', label: 'partners:field.state' },
  ],
  search: 'keyword',
  searchHint: 'partners:page.staff.search',
  filters: [{ name: 'enabled', label: 'partners:field.state' }],
  leading: (row) => <UserAvatar name={row.name} avatar={row.avatar} />,
  rowTo: (row) => `/managejmsmd?id=${row.id}`,
  actions: [
    {
      label: 'partners:page.franchisee.add',
      icon: 'user-plus',
      primary: true,
      to: () => '/addjms',
      needs: partnersContract.saveFranchisee,
    },
  ],
  rowActions: [
    {
      label: 'kit:action.edit',
      icon: 'edit',
      to: (row) => `/addjms?id=${row.id}`,
      needs: partnersContract.saveFranchisee,
    },
    ...accessActions((enabled) =>
      callOf(partnersContract.setFranchiseeEnabled, ({ id }: Franchisee) => ({ id, enabled })),
    ),
    {
      ...removing,
      call: callOf(partnersContract.removeFranchisees, (row: Franchisee) => ({ ids: [row.id] })),
      confirm: {
        title: 'partners:page.staff.removeTitle',
        body: 'partners:page.franchisee.removeBody',
        params: (row) => ({ name: row.name }),
      },
    },
  ],
  empty: { title: 'partners:page.franchisee.empty', hint: 'partners:page.franchisee.emptyHint' },
});
