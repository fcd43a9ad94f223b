import { useSearchParams } from 'react-router';
import { machineFilter as ofMachine } from '#features/devices/web/public.ts';
import { siteFilter as ofSite } from '#features/sites/web/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
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

export const siteFilter = ofSite('coins:field.site');
export const machineFilter = (...types: DeviceType[]) => ofMachine('coins:field.machine', ...types);

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
