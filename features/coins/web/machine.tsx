import { useSearchParams } from 'react-router';
import { devicesContract } from '#features/devices/contract.ts';
import { sitesContract } from '#features/sites/contract.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';

/** How often pages follow what a whole fleet tells. */
export const liveEveryMs = 5000;

interface Named {
  code: string | null;
  equipmentNo: number | null;
  equipmentName: string | null;
}

/** What staff call a machine: number and name; its code when it is gone. */
export function useMachineName(): (machine: Named) => string {
  const t = useText();
  return ({ code, equipmentNo, equipmentName }) =>
    equipmentNo === null
      ? (code ?? '')
      : t('coins:machine.label', { number: equipmentNo, name: equipmentName ?? code ?? '' });
}

export function MachineName({ machine }: { machine: Named }) {
  return useMachineName()(machine);
}

export const siteFilter = {
  kind: 'reference',
  name: 'fieldId',
  label: 'coins:field.site',
  source: referenceTo({ endpoint: sitesContract.listUserSites, labelOf: (site) => site.name }),
} as const;

export const machineFilter = (...types: DeviceType[]) =>
  ({
    kind: 'reference',
    name: 'equipmentId',
    label: 'coins:field.machine',
    source: referenceTo({
      endpoint: devicesContract.listDevices,
      input: types.length > 0 ? { types } : {},
      search: 'keyword',
      keyOf: ({ equipmentId }) => equipmentId,
      labelOf: ({ number, name, code }) => `#${number} ${name ?? code}`,
      hintOf: ({ fieldName }) => fieldName,
    }),
  }) as const;

export const dayFilter = { kind: 'dateRange', name: 'from', toName: 'to', label: 'coins:field.day' } as const;

/** The filters of a list as they stand in the address, for the totals above it. */
export function useFilters<N extends string>(...names: N[]): Partial<Record<N, string>> {
  const [query] = useSearchParams();
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<N, string>>;
}
