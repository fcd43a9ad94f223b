import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { OddsRecord } from '../contract/odds.ts';
import { playContract } from '../contract.ts';

const { listOdds, publishOdds } = playContract;

const publish: Action<OddsRecord[]> = {
  label: 'play:odds.publish',
  icon: 'eye',
  visible: (list) => list.some(({ published }) => !published),
  call: callOf(publishOdds, (list: OddsRecord[]) => ({ ids: list.map(({ id }) => id), published: true })),
  confirm: { title: 'play:odds.askPublish', body: 'play:odds.askPublishBody' },
  success: 'kit:action.saved',
};

const hide: Action<OddsRecord[]> = {
  label: 'play:odds.hide',
  icon: 'x',
  visible: (list) => list.some(({ published }) => published),
  call: callOf(publishOdds, (list: OddsRecord[]) => ({ ids: list.map(({ id }) => id), published: false })),
  success: 'kit:action.saved',
};

const list = defineList({
  endpoint: listOdds,
  texts: 'play:odds.field',
  columns: [
    { key: 'equipmentName', phone: 'what' },
    'fieldName',
    { key: 'type', phone: false },
    { key: 'rateBasisPoints', phone: 'amount' },
    { key: 'guaranteeAfter', phone: false },
    'published',
  ],
  filters: ['published', siteFilter()],
  search: 'word',
  rowActions: [forOne(publish), forOne(hide)],
  bulkActions: [publish, hide],
  empty: { title: 'play:odds.empty', hint: 'play:odds.emptyHint' },
  icon: 'eye',
});

/** /play_odds: which machines tell players how they are set. */
export default function OddsList() {
  return <ListPage definition={list} />;
}
