import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import type { OldPlayerRecord } from '../contract/old-players.ts';
import { membersContract } from '../contract.ts';
import { importForm } from './import-form.tsx';

const { listOldPlayers, revokeOldPlayers } = membersContract;

const revoke: Action<OldPlayerRecord[]> = {
  label: 'members:action.revoke',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state === 'waiting'),
  form: formAction({
    endpoint: revokeOldPlayers,
    initial: (list: OldPlayerRecord[]) => ({ ids: list.map(({ id }) => id) }),
    fields: [{ name: 'reason', hint: 'members:hint.revokeOld' }],
    danger: true,
    success: 'members:page.revoked',
  }),
};

const list = defineList({
  endpoint: listOldPlayers,
  columns: [
    { key: 'name', label: 'members:field.oldName', phone: 'what' },
    { key: 'phone', phone: 'more' },
    'state',
    { key: 'balanceFen', phone: 'amount' },
    { key: 'coins', phone: 'more' },
    ...deskOnly('levelName', 'fieldName'),
    { key: 'note', phone: false, optional: true },
    { key: 'claimedAt', phone: false },
    { key: 'fileName', phone: false, optional: true },
    { key: 'line', phone: false, optional: true },
    { key: 'userName', label: 'members:field.broughtBy', phone: false },
    { key: 'createdAt', label: 'members:field.broughtAt', phone: false },
  ],
  filters: ['state', siteFilter()],
  search: 'word',
  searchHint: 'members:page.searchHint',
  actions: [{ label: 'members:action.importFile', icon: 'upload', primary: true, form: importForm }],
  rowActions: [
    {
      label: 'members:action.openMember',
      visible: ({ playerId }) => playerId !== null,
      to: ({ playerId }) => `/member_detail?playerId=${playerId}`,
    },
    forOne(revoke),
  ],
  bulkActions: [revoke],
  empty: { title: 'members:empty.old', hint: 'members:empty.oldHint' },
  icon: 'users',
});

/** /old_players: whom the merchant knew before, and who of them has not come yet. */
export default function OldPlayers() {
  return <ListPage definition={list} />;
}
