import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { accountsContract } from '../contract.ts';

type Invitation = OutputOf<typeof accountsContract.listInvitations>['records'][number];

const tones: Record<Invitation['state'], Tone> = {
  open: 'info',
  used: 'good',
  expired: 'quiet',
  revoked: 'bad',
};

function InvitationBadge({ state }: { state: Invitation['state'] }) {
  const t = useText();
  return <StatusBadge tone={tones[state]}>{t(`accounts:invitation.${state}`)}</StatusBadge>;
}

const list = defineList({
  endpoint: accountsContract.listInvitations,
  columns: [
    { key: 'roleName', label: 'accounts:field.role', primary: true },
    { key: 'remark', label: 'accounts:field.remark', secondary: true },
    { key: 'createdByName', label: 'accounts:field.createdBy' },
    { key: 'usedByName', label: 'accounts:field.usedBy' },
    {
      key: 'createdAt',
      label: 'accounts:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
    },
    {
      key: 'expiresAt',
      label: 'accounts:field.expiresAt',
      sortable: true,
      render: (row) => <Time value={row.expiresAt} />,
    },
    {
      key: 'state',
      label: 'accounts:field.state',
      trailing: true,
      render: (row) => <InvitationBadge state={row.state} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'accounts:field.state',
      options: [
        { value: 'open', label: 'accounts:invitation.open' },
        { value: 'used', label: 'accounts:invitation.used' },
        { value: 'expired', label: 'accounts:invitation.expired' },
        { value: 'revoked', label: 'accounts:invitation.revoked' },
      ],
    },
  ],
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
