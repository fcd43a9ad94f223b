import { siteFilter } from '#features/base/sites/web/public.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import type { MemberRecord } from '../contract/members.ts';
import { membersContract } from '../contract.ts';
import { levelSource } from './level-source.ts';

const { listMembers, tagMembers } = membersContract;

const tagForm = (remove: boolean): Action<MemberRecord[]> => ({
  label: remove ? 'members:action.untag' : 'members:action.tag',
  icon: remove ? 'x' : 'plus',
  form: formAction({
    endpoint: tagMembers,
    initial: (list: MemberRecord[]) => ({ ids: list.map(({ playerId }) => playerId), remove }),
    fields: [{ name: 'tag', label: 'members:field.tag', hint: 'members:hint.tag' }],
    success: ({ changed }, t) => t('members:page.tagged', { count: changed }),
  }),
});

const list = defineList({
  endpoint: listMembers,
  rowId: ({ playerId }) => playerId,
  columns: [
    { key: 'playerName', phone: 'what' },
    { key: 'phone', phone: 'more' },
    { key: 'segment' },
    { key: 'levelName', phone: 'more' },
    { key: 'balanceFen', phone: 'amount' },
    'coins',
    { key: 'points', optional: true },
    'visits',
    'paidFen',
    { key: 'tags', phone: false },
    ...optional('firstVisitAt', 'platform'),
    'lastVisitAt',
  ],
  filters: [
    'segment',
    { kind: 'reference', name: 'levelId', label: 'members:field.levelName', source: levelSource() },
    siteFilter(),
    { name: 'tag', label: 'members:field.tag' },
    'from',
  ],
  search: 'word',
  searchHint: 'members:page.searchHint',
  rowTo: ({ playerId }) => `/member_detail?playerId=${playerId}`,
  bulkActions: [tagForm(false), tagForm(true)],
  empty: { title: 'members:page.empty', hint: 'members:page.emptyHint' },
  icon: 'users',
});

/** /vip_list and /new_vip_list: who plays here. */
export default function MemberList() {
  return <ListPage definition={list} />;
}
