import { useMemo } from 'react';
import { sitesContract } from '#features/base/sites/contract.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { resolveFilters } from '#kit/pages/list-filter-specs.ts';
import type { Filter } from '#kit/pages/list-specs.ts';
import { useCan } from '#kit/ui/session.ts';
import type { RecordFigure } from '../contract/records.ts';
import { reportsContract } from '../contract.ts';

const always = resolveFilters(reportsContract.readTrend, 'reports', ['from', 'type', 'against']);
const [days, ...others] = always as [Filter, ...Filter[]];
const site = siteFilter();
const machine = machineFilter();

/** What every report is narrowed by; who may not see sites or machines is not asked for them. */
export function useReportFilters(more: readonly Filter[] = []): readonly Filter[] {
  const maySites = useCan(sitesContract.listUserSites);
  const mayMachines = useCan(fleetContract.listDevices);
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

interface Days {
  from: string;
  to: string;
}

/** What a figure of income is made of: orders, refunds, hours of cash. */
export const entriesOf = (
  days: Days,
  { fieldId, equipmentId, type }: Places,
  more: { payWay?: string; figure?: string } = {},
): string =>
  addressOf('/income_orders', { from: days.from, to: days.to, fieldId, equipmentId, type, ...more });

/** … and one of plays, wins, coins, prizes or shares. */
export const recordsOf = (figure: RecordFigure, days: Days, { fieldId, equipmentId, type }: Places): string =>
  addressOf('/figure_records', { figure, from: days.from, to: days.to, fieldId, equipmentId, type });
