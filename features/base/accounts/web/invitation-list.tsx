import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { accountsContract } from '../contract.ts';

type Invitation = OutputOf<typeof accountsContract.listInvitations>['records'][number];

const list = defineList({
  endpoint: accountsContract.listInvitations,
  texts: 'accounts',
  columns: [
    { key: 'roleName', label: 'accounts:field.role' },
    { key: 'remark', phone: 'more' },
    'createdByName',
    'usedByName',
    { key: 'createdAt', phone: false },
    'expiresAt',
    'state',
  ],
  filters: ['state'],
  actions: [
    {
      label: 'accounts:page.staff.invite',
      icon: 'link',
      primary: true,
      to: () => '/addzzh?way=invite',
      needs: accountsContract.createInvitation,
    },
  ],
  rowActions: [
    {
      label: 'accounts:page.invitation.revoke',
      icon: 'x',
      danger: true,
      visible: (row) => row.state === 'open',
      call: callOf(accountsContract.revokeInvitation, (row: Invitation) => ({ id: row.id })),
      confirm: { title: 'accounts:page.invitation.revokeTitle', body: 'accounts:page.invitation.revokeBody' },
      success: 'accounts:page.invitation.revoked',
    },
  ],
  empty: { title: 'accounts:page.invitation.empty', hint: 'accounts:page.invitation.emptyHint' },
  id: 'invitations',
});

export const InvitationList = () => <ListPage definition={list} />;
