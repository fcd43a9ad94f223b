import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { teamContract } from '../contract.ts';

type Invitation = OutputOf<typeof teamContract.listInvitations>['records'][number];

const list = defineList({
  endpoint: teamContract.listInvitations,
  texts: 'team',
  columns: [
    { key: 'roleName', label: 'team:field.role' },
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
      label: 'team:page.staff.invite',
      icon: 'link',
      primary: true,
      to: () => '/addzzh?way=invite',
      needs: teamContract.createInvitation,
    },
  ],
  rowActions: [
    {
      label: 'team:page.invitation.revoke',
      icon: 'x',
      danger: true,
      visible: (row) => row.state === 'open',
      call: callOf(teamContract.revokeInvitation, (row: Invitation) => ({ id: row.id })),
      confirm: { title: 'team:page.invitation.revokeTitle', body: 'team:page.invitation.revokeBody' },
      success: 'team:page.invitation.revoked',
    },
  ],
  empty: { title: 'team:page.invitation.empty', hint: 'team:page.invitation.emptyHint' },
  id: 'invitations',
});

export const InvitationList = () => <ListPage definition={list} />;
