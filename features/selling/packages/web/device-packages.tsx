import '#kit/ui/all-styles.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { forOne } from '#kit/pages/actions.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { PackageRecord } from '../contract/packages.ts';
import type { PackageKind } from '../contract/price-rules.ts';
import { packagesContract } from '../contract.ts';
import { PackageExample } from './example-price.tsx';
import { machineFields, newPackage, packageColumnsOf, recommend } from './package-list.tsx';
import { takeOff } from './shelf-actions.ts';

const { listDevicePackages, createDevicePackage, changeDevicePackage, removeDevicePackages } =
  packagesContract;
const machines = machineFilter('kit:thing.machineLabel', 'claw', 'lottery', 'exchange');

/** The rules are those of the site where the machine stands. */
function NewExample({ values }: Pick<FormContentProps<unknown>, 'values'>) {
  const { equipmentId } = values as { equipmentId?: string };
  if (!equipmentId) return null;
  return (
    <Loaded call={[fleetContract.readDevice, { equipmentId }]} skeleton="block" keepPrevious>
      {({ fieldId }) => (
        <PackageExample kind={values.kind as PackageKind} fieldId={fieldId} values={values} />
      )}
    </Loaded>
  );
}

const addForm = (equipmentId: string | undefined) =>
  formAction({
    endpoint: createDevicePackage,
    initial: { ...newPackage, kind: 'coins', equipmentId },
    fields: [
      {
        ...machines,
        name: 'equipmentId',
        label: 'kit:thing.machineLabel',
        hint: 'packages:hint.ownPackages',
      },
      'kind',
      ...machineFields,
    ],
    below: NewExample,
    success: 'kit:action.saved',
  });

const editForm = formAction({
  endpoint: changeDevicePackage,
  initial: (one: PackageRecord) => one,
  fields: machineFields,
  below: ({ subject, values }) => (
    <PackageExample kind={subject.kind} fieldId={subject.fieldId} values={values} />
  ),
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = takeOff(removeDevicePackages, {
  title: 'packages:remove.title',
  body: 'packages:remove.device',
});

const list = defineList({
  endpoint: listDevicePackages,
  columns: [
    { key: 'equipmentName', phone: 'more' },
    { key: 'kind', phone: false },
    ...packageColumnsOf('stored'),
  ],
  filters: [machines, 'kind', siteFilter()],
  search: 'name',
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: editForm }, recommend, forOne(remove)],
  bulkActions: [remove],
  facts: true,
  empty: { title: 'packages:empty.title', hint: 'packages:empty.devices' },
  icon: 'device',
});

/** Packages of single machines, in place of those of their site; `?equipmentId=` shows one machine. */
export default function DevicePackages() {
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId') ?? undefined;
  const definition = useMemo(
    () => ({
      ...list,
      actions: [
        {
          label: 'packages:action.add',
          icon: 'plus' as const,
          primary: true,
          form: addForm(equipmentId),
        },
      ],
    }),
    [equipmentId],
  );
  return <ListPage definition={definition} />;
}
