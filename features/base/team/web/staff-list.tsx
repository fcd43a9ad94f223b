import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { UserAvatar } from '#features/base/accounts/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf, removing } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { teamContract } from '../contract.ts';
import { InvitationList } from './invitation-list.tsx';
import { useRoleOptions } from './role-options.ts';
import { editStaff, removeStaff, resetStaffPassword, staffAccess } from './staff-actions.ts';

type Staff = OutputOf<typeof teamContract.listStaff>['records'][number];

function StaffAccounts() {
  const roles = useRoleOptions();
  const merchant = useSession()?.realm === 'merchant';
  const list = defineList({
    endpoint: teamContract.listStaff,
    texts: 'team',
    columns: [
      'name',
      { key: 'account', phone: 'more' },
      { key: 'roleName', label: 'team:field.role', phone: 'more' },
      'phone',
      ...(merchant ? [{ key: 'siteText', label: 'team:field.sites' }] : []),
      { key: 'lastLoginAt', phone: false },
      { key: 'createdAt', optional: true },
      { key: 'enabled', label: 'team:field.state' },
    ],
    search: 'keyword',
    searchHint: 'team:page.staff.search',
    filters: [
      { kind: 'choice', name: 'roleId', label: 'team:field.role', options: roles ?? [] },
      { name: 'enabled', label: 'team:field.state' },
    ],
    rowTo: (row) => `/seezzh?id=${row.id}`,
    leading: (row) => <UserAvatar name={row.name} avatar={row.avatar} />,
    actions: [
      {
        label: 'team:page.staff.add',
        icon: 'user-plus',
        primary: true,
        to: () => '/addzzh',
        needs: teamContract.saveStaff,
      },
      {
        label: 'team:page.staff.invite',
        icon: 'link',
        to: () => '/addzzh?way=invite',
        needs: teamContract.createInvitation,
      },
    ],
    rowActions: [editStaff, ...staffAccess, resetStaffPassword, removeStaff],
    bulkActions: [
      {
        ...removing,
        call: callOf(teamContract.removeStaff, (rows: Staff[]) => ({ ids: rows.map((row) => row.id) })),
        confirm: {
          title: 'team:page.staff.removeManyTitle',
          body: 'team:page.staff.removeBody',
          params: (rows) => ({ count: rows.length }),
        },
      },
    ],
    empty: { title: 'team:page.staff.empty', hint: 'team:page.staff.emptyHint' },
  });
  return <ListPage definition={list} />;
}

export default function StaffList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'invitations' ? 'invitations' : 'accounts';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      // Filters of one list mean nothing to the other, so the address starts again.
      onChange={(next) => setQuery(next === 'invitations' ? { tab: 'invitations' } : {}, { replace: true })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="accounts">{t('team:page.staff.accounts')}</Tabs.Tab>
        <Tabs.Tab value="invitations">{t('team:page.staff.invitations')}</Tabs.Tab>
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
