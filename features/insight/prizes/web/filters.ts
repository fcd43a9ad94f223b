import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';

/** Machines that give prizes. */
export const prizeMachines = ['claw', 'lipstick', 'cabinet'] as const;

export const placeFilters = [
  siteFilter(),
  { name: 'type', values: prizeMachines },
  machineFilter(undefined, ...prizeMachines),
] as const;

/** The days of the address go along to where somebody looks closer. */
export function withDays(
  path: string,
  params: Record<string, string | null>,
  query: URLSearchParams,
): string {
  const next = new URLSearchParams();
  for (const name of ['from', 'to']) {
    const value = query.get(name);
    if (value) next.set(name, value);
  }
  for (const [name, value] of Object.entries(params)) if (value) next.set(name, value);
  return `${path}?${next}`;
}
