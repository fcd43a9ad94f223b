import { siteFilter, siteSource } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf, forOne, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { qrMaxBytes } from '../contract/fan-groups.ts';
import { storefrontContract } from '../contract.ts';

const { listFanGroups, saveFanGroup, removeFanGroups } = storefrontContract;
type FanGroup = OutputOf<typeof listFanGroups>['records'][number];

const write = formAction({
  endpoint: saveFanGroup,
  title: (group: FanGroup | undefined, t) => t(group ? 'kit:action.edit' : 'storefront:action.addGroup'),
  initial: (group) =>
    group && {
      id: group.id,
      fieldId: group.fieldId,
      name: group.name,
      intro: group.intro,
      qr: group.qr,
      endsOn: group.endsOn,
    },
  fields: (group) => [
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      kind: 'reference',
      source: siteSource(group && { [group.fieldId]: group.fieldName ?? '' }),
    },
    { name: 'name', label: 'storefront:field.groupName' },
    {
      name: 'qr',
      label: 'storefront:field.qr',
      kind: 'picture',
      busType: 'serviceQr',
      maxBytes: qrMaxBytes,
      hint: 'storefront:hint.qr',
    },
    { name: 'endsOn', hint: 'storefront:hint.endsOn' },
    { name: 'intro', hint: 'storefront:hint.intro' },
  ],
});

const remove: Action<FanGroup[]> = {
  ...removing,
  call: callOf(removeFanGroups, (groups: FanGroup[]) => ({ ids: groups.map(({ id }) => id) })),
  confirm: { title: 'storefront:confirm.removeGroups', body: 'storefront:confirm.removeGroupsBody' },
};

/** /fan_groups: the group of each shop, and until when its code is good. */
export default listPage({
  endpoint: listFanGroups,
  columns: [
    { key: 'name', label: 'storefront:field.groupName', phone: 'what', picture: 'qr' },
    'fieldName',
    'state',
    { key: 'endsOn', phone: 'more' },
    ...deskOnly('intro', 'createdAt'),
  ],
  filters: [siteFilter()],
  search: 'name',
  facts: true,
  actions: [{ label: 'storefront:action.addGroup', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'storefront:empty.groups', hint: 'storefront:empty.groupsHint' },
  icon: 'users-group',
});
