import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type LinkRecord, type LinkState, linkStates, remotecreditContract } from '../contract.ts';
import { CreditBadge } from './credit-result.tsx';
import { useMachineName } from './machine-name.ts';

const tones: Record<LinkState, Tone> = { open: 'info', used: 'good', expired: 'quiet', revoked: 'bad' };

function MachineName({ link }: { link: LinkRecord }) {
  return useMachineName()(link);
}

/** A used link shows how its credit went; until then the state of the link itself. */
function LinkBadge({ link }: { link: LinkRecord }) {
  const t = useText();
  if (link.state === 'used' && link.creditState)
    return <CreditBadge credit={{ state: link.creditState, asked: link.coins, counted: link.counted }} />;
  return <StatusBadge tone={tones[link.state]}>{t(`remotecredit:link.${link.state}`)}</StatusBadge>;
}

const list = defineList({
  endpoint: remotecreditContract.listLinks,
  columns: [
    {
      key: 'equipmentNo',
      label: 'remotecredit:field.device',
      primary: true,
      render: (row) => <MachineName link={row} />,
    },
    { key: 'fieldName', label: 'remotecredit:field.site', secondary: true },
    { key: 'coins', label: 'remotecredit:field.coins', align: 'right' },
    { key: 'userName', label: 'remotecredit:field.staff' },
    { key: 'remark', label: 'remotecredit:field.remark', hideOnPhone: true },
    {
      key: 'state',
      label: 'remotecredit:field.state',
      trailing: true,
      render: (row) => <LinkBadge link={row} />,
    },
    {
      key: 'createdAt',
      label: 'remotecredit:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
    },
    {
      key: 'expiresAt',
      label: 'remotecredit:field.expiresAt',
      sortable: true,
      render: (row) => <Time value={row.expiresAt} />,
    },
    {
      key: 'usedAt',
      label: 'remotecredit:field.usedAt',
      optional: true,
      render: (row) => <Time value={row.usedAt} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'remotecredit:field.state',
      options: linkStates.map((state) => ({ value: state, label: `remotecredit:link.${state}` })),
    },
  ],
  actions: [
    {
      label: 'remotecredit:records.newLink',
      icon: 'link',
      primary: true,
      to: () => '/remote_credit?way=link',
      needs: remotecreditContract.createLink,
    },
  ],
  rowActions: [
    {
      label: 'remotecredit:records.revoke',
      icon: 'x',
      danger: true,
      visible: (row) => row.state === 'open',
      call: callOf(remotecreditContract.revokeLink, (row: LinkRecord) => ({ id: row.id })),
      confirm: { title: 'remotecredit:records.revokeTitle', body: 'remotecredit:records.revokeBody' },
      success: 'remotecredit:records.revoked',
    },
  ],
  empty: { title: 'remotecredit:records.linksEmpty', hint: 'remotecredit:records.linksEmptyHint' },
  live: 'remoteCredit.',
  id: 'links',
});

export const LinkList = () => <ListPage definition={list} />;
