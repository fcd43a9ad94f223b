import { callOf } from '#kit/pages/actions.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { type LinkRecord, remotecreditContract } from '../contract.ts';

export const LinkList = listPage({
  endpoint: remotecreditContract.listLinks,
  columns: [
    { key: 'equipmentName', phone: 'what' },
    'fieldName',
    { key: 'coins', phone: 'amount' },
    'userName',
    { key: 'remark', phone: false },
    'outcome',
    'createdAt',
    'expiresAt',
    { key: 'usedAt', optional: true },
  ],
  filters: ['state'],
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
  id: 'links',
});
