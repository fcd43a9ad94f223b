import { type Action, forOne, removal } from '#kit/pages/actions.ts';
import type { RecordOf } from '#kit/pages/list-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { adsContract } from '../contract.ts';

const { listGroups, removeGroups, saveGroup, savePlacement } = adsContract;
type Group = RecordOf<typeof listGroups>;

const remove: Action<Group[]> = removal<Group>(removeGroups, { title: 'ads:group.removeTitle' });

export default listPage({
  endpoint: listGroups,
  texts: 'ads:group',
  columns: [
    { key: 'name', picture: 'picture', phone: 'what' },
    'items',
    'round',
    'machines',
    'fromDay',
    'toDay',
    'createdAt',
  ],
  search: 'name',
  actions: [
    { label: 'ads:group.add', icon: 'plus', primary: true, needs: saveGroup, to: () => '/editAdGroup' },
  ],
  rowTo: ({ id }) => `/editAdGroup?id=${id}`,
  rowActions: [
    {
      label: 'ads:place.add',
      icon: 'broadcast',
      needs: savePlacement,
      to: ({ id }) => `/setAds?place=${id}`,
    },
    forOne(remove),
  ],
  bulkActions: [remove],
  empty: { title: 'ads:group.empty', hint: 'ads:group.emptyHint' },
});
