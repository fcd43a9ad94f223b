import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { type Action, forOne, removal } from '#kit/pages/actions.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { defineList, type RecordOf } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { openForm } from '#kit/pages/open-form.ts';
import { useCall } from '#kit/ui/api.ts';
import { failureMessage } from '#kit/ui/failure.ts';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { translate, useText } from '#kit/ui/i18n.ts';
import { adsContract } from '../contract.ts';
import { termFieldSpecs } from './hours-field.tsx';
import { ShareTable } from './share-table.tsx';

const { listGroups, listPlacements, previewPlacement, savePlacement, removePlacements } = adsContract;
type Placement = RecordOf<typeof listPlacements>;

const groupSource = referenceTo({
  endpoint: listGroups,
  search: 'name',
  labelOf: ({ name }) => name,
  hintOf: ({ items }) => translate('ads:place.items', { count: items }),
});

/** The share of each hour, before anything is saved; and whether the files fit. */
function Preview({ values, block }: FormContentProps<Place | undefined>) {
  const t = useText();
  const { groupId, equipmentIds, fromDay = null, toDay = null, hours = [] } = values as Partial<Place>;
  const asked = Boolean(groupId && equipmentIds && equipmentIds.length > 0);
  const { data, error } = useCall(
    previewPlacement,
    { groupId: groupId ?? '', equipmentIds: equipmentIds ?? [], fromDay, toDay, hours },
    { enabled: asked },
  );
  const full = data?.machines.filter(({ fits }) => !fits) ?? [];
  const refused = asked && (error !== null || full.length > 0);
  useEffect(() => block(refused), [block, refused]);
  if (!asked) return null;
  if (error) return <Alert color="red">{failureMessage(error)}</Alert>;
  if (!data) return null;
  return (
    <>
      {full.map(({ equipmentId, name, neededBytes, freeBytes }) => (
        <Alert key={equipmentId} color="red" mb="sm">
          {t('ads:place.noRoom', { name, needed: sizeText(neededBytes), free: sizeText(freeBytes ?? 0) })}
        </Alert>
      ))}
      <ShareTable day={data.day} machines={data.machines} />
    </>
  );
}

interface Place {
  groupId: string;
  equipmentIds: string[];
  fromDay: string | null;
  toDay: string | null;
  hours: { days: number[]; period: string }[];
}

const { source: machineSource } = machineFilter();

const place = formAction({
  endpoint: savePlacement,
  title: 'ads:place.add',
  initial: (begun: Partial<Place> | undefined) => ({
    ...{ equipmentIds: [], fromDay: null, toDay: null, hours: [] },
    ...begun,
  }),
  fields: [
    { name: 'groupId', kind: 'reference', source: groupSource },
    { name: 'equipmentIds', kind: 'references', source: machineSource, label: 'ads:field.machines' },
    ...termFieldSpecs,
  ],
  below: (content) => <Preview {...(content as FormContentProps<Place | undefined>)} />,
  submitLabel: 'ads:place.go',
  success: 'ads:place.placed',
  size: 640,
});

const change: Action<Placement> = {
  label: 'kit:action.edit',
  form: {
    ...place,
    from: ({ groupId, equipmentId, fromDay, toDay, hours }: Placement) => ({
      ...{ groupId, equipmentIds: [equipmentId], fromDay, toDay, hours },
    }),
  } as unknown as Action<Placement>['form'] & object,
};

const remove: Action<Placement[]> = {
  ...removal<Placement>(removePlacements, { title: 'ads:place.removeTitle', body: 'ads:place.removeBody' }),
  label: 'ads:place.remove',
};

const list = defineList({
  endpoint: listPlacements,
  columns: [
    { key: 'groupName', phone: 'what' },
    'equipmentName',
    'fieldName',
    'fromDay',
    'toDay',
    'state',
    'createdAt',
  ],
  filters: [
    siteFilter(),
    machineFilter(),
    { kind: 'reference', name: 'groupId', label: 'ads:field.groupId', source: groupSource },
  ],
  search: 'keyword',
  searchHint: 'ads:set.search',
  actions: [{ label: 'ads:place.add', icon: 'plus', primary: true, form: place as never }],
  rowActions: [change, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'ads:place.empty', hint: 'ads:place.emptyHint' },
});

/** `?place=<group>` opens the form for it, for pages that send people here. */
function useAskedFor() {
  const [query, setQuery] = useSearchParams();
  const groupId = query.get('place');
  const open = useRef(() => {});
  open.current = () => {
    setQuery({}, { replace: true });
    if (groupId) void openForm(place, { groupId });
  };
  useEffect(() => {
    if (groupId) open.current();
  }, [groupId]);
}

export default function PlacementList() {
  useAskedFor();
  return <ListPage definition={list} />;
}
