import { siteFilter } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { alertsContract } from '../contract.ts';

const { listSilences, endSilences } = alertsContract;
type Silence = OutputOf<typeof listSilences>['records'][number];

const end: Action<Silence[]> = {
  label: 'alerts:silence.end',
  icon: 'bell-ringing',
  visible: (list) => list.some(({ state }) => state === 'silent'),
  call: callOf(endSilences, (list: Silence[]) => ({
    ids: list.filter(({ state }) => state === 'silent').map(({ id }) => id),
  })),
  confirm: { title: 'alerts:silence.endTitle', body: 'alerts:silence.endBody' },
  success: 'alerts:silence.ended',
};

const list = defineList({
  endpoint: listSilences,
  columns: [
    'kind',
    'equipmentName',
    'fieldName',
    { key: 'reason', phone: 'what' },
    'note',
    { key: 'state', phone: 'state', width: 110 },
    'untilAt',
    'userName',
    'createdAt',
    ...optional('endedName', 'endedAt'),
  ],
  filters: ['state', 'reason', 'kind', siteFilter()],
  rowActions: [forOne(end)],
  bulkActions: [end],
  empty: { title: 'alerts:silence.empty', hint: 'alerts:silence.emptyHint' },
});

/** What is not told for a while, who said so and why. */
export default function SilenceList() {
  return <ListPage definition={list} />;
}
