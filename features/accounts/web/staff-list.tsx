import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { InvitationList } from './invitation-list.tsx';
import { usePasswordReset } from './password-reset.tsx';
import { EnabledBadge } from './review-state.tsx';
import { useRoleOptions } from './role-options.ts';
import { UserAvatar } from './user-avatar.tsx';

type Staff = OutputOf<typeof accountsContract.listStaff>['records'][number];

const setEnabled = (enabled: boolean) =>
  callOf(accountsContract.updateStaff, (row: Staff) => ({ id: row.id, enabled }));

function SiteCount({ row }: { row: Staff }) {
  const t = useText();
  return row.allSites
    ? t('accounts:field.allSites')
    : t('accounts:page.siteCount', { count: row.siteIds.length });
}

function StaffAccounts() {
  const roles = useRoleOptions();
  const merchant = useSession()?.realm === 'merchant';
  const reset = usePasswordReset();
  const list = defineList({
    endpoint: accountsContract.listStaff,
    columns: [
      { key: 'name', label: 'accounts:field.name', primary: true, sortable: true },
      { key: 'account', label: 'accounts:field.account', secondary: true, sortable: true },
      { key: 'roleName', label: 'accounts:field.role' },
      { key: 'phone', label: 'accounts:field.phone' },
      ...(merchant
        ? [
            {
              key: 'siteIds',
              label: 'accounts:field.sites',
              render: (row: Staff) => <SiteCount row={row} />,
              noExport: true,
            },
          ]
        : []),
      {
        key: 'lastLoginAt',
        label: 'accounts:field.lastLogin',
        sortable: true,
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
    filters: [
      { kind: 'choice', name: 'roleId', label: 'accounts:field.role', options: roles ?? [] },
      { kind: 'switch', name: 'enabled', label: 'kit:state.enabled' },
    ],
    rowTo: (row) => `/seezzh?id=${row.id}`,
    leading: (row) => <UserAvatar name={row.name} avatar={row.avatar} />,
    actions: [
      {
        label: 'accounts:page.staff.add',
        icon: 'user-plus',
        primary: true,
        to: () => '/addzzh',
        needs: accountsContract.saveStaff,
      },
      {
        label: 'accounts:page.staff.invite',
        icon: 'link',
        to: () => '/addzzh?way=invite',
        needs: accountsContract.createInvitation,
      },
    ],
    rowActions: [
      {
        label: 'kit:action.edit',
        icon: 'edit',
        to: (row) => `/addzzh?id=${row.id}`,
        needs: accountsContract.saveStaff,
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
        label: 'accounts:page.staff.reset',
        icon: 'key',
        needs: accountsContract.resetStaffPasswords,
        confirm: {
          title: 'accounts:page.staff.resetTitle',
          body: 'accounts:page.staff.resetBody',
          params: (row) => ({ name: row.name }),
        },
        run: (row) => reset.start([row.id]),
      },
      {
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        call: callOf(accountsContract.removeStaff, (row: Staff) => ({ ids: [row.id] })),
        confirm: {
          title: 'accounts:page.staff.removeTitle',
          body: 'accounts:page.staff.removeBody',
          params: (row) => ({ name: row.name }),
        },
        success: 'kit:action.removed',
      },
    ],
    bulkActions: [
      {
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        call: callOf(accountsContract.removeStaff, (rows: Staff[]) => ({ ids: rows.map((row) => row.id) })),
        confirm: {
          title: 'accounts:page.staff.removeManyTitle',
          body: 'accounts:page.staff.removeBody',
          params: (rows) => ({ count: rows.length }),
        },
        success: 'kit:action.removed',
      },
    ],
    empty: { title: 'accounts:page.staff.empty', hint: 'accounts:page.staff.emptyHint' },
    export: true,
  });
  return (
    <>
      <ListPage definition={list} />
      {reset.dialog}
    </>
  );
}

export default function StaffList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'invitations' ? 'invitations' : 'accounts';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      // Filters of one list mean nothing to the other, so the address starts anew.
      onChange={(next) => setQuery(next === 'invitations' ? { tab: 'invitations' } : {}, { replace: true })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="accounts">{t('accounts:page.staff.accounts')}</Tabs.Tab>
        <Tabs.Tab value="invitations">{t('accounts:page.staff.invitations')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="accounts">
        <StaffAccounts />
      </Tabs.Panel>
      <Tabs.Panel value="invitations">
        <InvitationList />
      </Tabs.Panel>
    </Tabs>
  );
}
