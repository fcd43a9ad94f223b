import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { accountsContract } from '../contract.ts';
import { Percent } from './percent.tsx';
import { EnabledBadge } from './review-state.tsx';
import { UserAvatar } from './user-avatar.tsx';

type Franchisee = OutputOf<typeof accountsContract.listFranchisees>['records'][number];

const setEnabled = (enabled: boolean) =>
  callOf(accountsContract.setFranchiseeEnabled, (row: Franchisee) => ({ id: row.id, enabled }));

const list = defineList({
  endpoint: accountsContract.listFranchisees,
  columns: [
    { key: 'name', label: 'accounts:field.name', primary: true, sortable: true },
    { key: 'account', label: 'accounts:field.account', secondary: true },
    { key: 'phone', label: 'accounts:field.phone' },
    { key: 'siteCount', label: 'accounts:field.stores', align: 'right' },
    {
      key: 'shareBasisPoints',
      label: 'accounts:field.share',
      align: 'right',
      sortable: true,
      render: (row) => <Percent basisPoints={row.shareBasisPoints} />,
    },
    {
      key: 'lastLoginAt',
      label: 'accounts:field.lastLogin',
      hideOnPhone: true,
      render: (row) => <Time value={row.lastLoginAt} />,
    },
    {
      key: 'createdAt',
      label: 'accounts:field.createdAt',
      sortable: true,
      optional: true,
      render: (row) => <Time value={row.createdAt} />,
    },
    {
      key: 'enabled',
      label: 'accounts:field.state',
      trailing: true,
      render: (row) => <EnabledBadge enabled={row.enabled} />,
    },
  ],
  search: 'keyword',
  searchHint: 'accounts:page.staff.search',
  filters: [{ kind: 'switch', name: 'enabled', label: 'kit:state.enabled' }],
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
    {
      label: 'accounts:page.enable',
      icon: 'circle-check',
      visible: (row) => !row.enabled,
      call: setEnabled(true),
      success: 'kit:action.done',
    },
    {
      label: 'accounts:page.disable',
      icon: 'power',
      visible: (row) => row.enabled,
      call: setEnabled(false),
      confirm: {
        title: 'accounts:page.staff.disableTitle',
        body: 'accounts:page.staff.disableBody',
        params: (row) => ({ name: row.name }),
      },
      success: 'kit:action.done',
    },
    {
      label: 'kit:action.remove',
      icon: 'trash',
      danger: true,
      call: callOf(accountsContract.removeFranchisees, (row: Franchisee) => ({ ids: [row.id] })),
      confirm: {
        title: 'accounts:page.staff.removeTitle',
        body: 'accounts:page.franchisee.removeBody',
        params: (row) => ({ name: row.name }),
      },
      success: 'kit:action.removed',
    },
  ],
  empty: { title: 'accounts:page.franchisee.empty', hint: 'accounts:page.franchisee.emptyHint' },
  export: true,
});

export default function FranchiseeList() {
  return <ListPage definition={list} />;
}
