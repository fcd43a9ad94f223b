import { useMemo } from 'react';
import { devicesContract } from '#features/devices/contract.ts';
import { machineFilter } from '#features/devices/web/public.ts';
import { sitesContract } from '#features/sites/contract.ts';
import { siteFilter } from '#features/sites/web/public.ts';
import type { Filter } from '#kit/pages/list-definition.ts';
import { resolveFilters } from '#kit/pages/list-filter-specs.ts';
import { useCan } from '#kit/ui/session.ts';
import { reportsContract } from '../contract.ts';

const always = resolveFilters(reportsContract.readTrend, 'reports', ['from', 'type', 'against']);
const [days, ...others] = always as [Filter, ...Filter[]];
const site = siteFilter();
const machine = machineFilter();

/** What every report is narrowed by; who may not see sites or machines is not asked for them. */
export function useReportFilters(more: readonly Filter[] = []): readonly Filter[] {
  const maySites = useCan(sitesContract.listUserSites);
  const mayMachines = useCan(devicesContract.listDevices);
  return useMemo(
    () => [days, ...(maySites ? [site] : []), ...(mayMachines ? [machine] : []), ...others, ...more],
    [maySites, mayMachines, more],
  );
}

interface Places {
  fieldId?: string | null;
  equipmentId?: string | null;
  type?: string | null;
}

/** The address of a page with these parts set. */
export function addressOf(path: string, parts: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, value);
  return `${path}?${query}`;
}

/** The orders behind a figure of income. */
export const entriesOf = (
  days: { from: string; to: string },
  { fieldId, equipmentId, type }: Places,
  more: { payWay?: string; kind?: string } = {},
): string =>
  addressOf('/income_orders', { from: days.from, to: days.to, fieldId, equipmentId, type, ...more });

/** … and of cash inside machines, which goes by no order. */
export const cashOf = (days: { from: string; to: string }, { fieldId, equipmentId }: Places): string =>
  addressOf('/cashincome', { from: days.from, to: days.to, fieldId, equipmentId });
