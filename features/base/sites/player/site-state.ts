import type { OpeningPeriod } from '../contract.ts';

export interface SiteState {
  open: boolean;
  name: string;
  openingHours: OpeningPeriod[];
}

const firstDelayMs = 3_000;
const longestDelayMs = 60_000;

/** Often at first, for a shop that only restarts its switch, then less and less. */
export function pollDelayMs(attempt: number): number {
  return Math.min(longestDelayMs, Math.round(firstDelayMs * 1.4 ** attempt));
}

/** Plain fetch: the page stays without schemas and query cache. 'unknown' when there is no such site. */
export async function fetchSiteState(fieldId: string, language: string): Promise<SiteState | 'unknown'> {
  const query = new URLSearchParams({ fieldId });
  const response = await fetch(`/api/blade-field/field/selectFieldState?${query}`, {
    headers: { 'accept-language': language },
    cache: 'no-store',
  });
  if (response.status === 404 || response.status === 400) return 'unknown';
  if (!response.ok) throw new Error(String(response.status));
  const { data } = (await response.json()) as {
    data: { ifEnable: number; fieldName: string; openingHours: OpeningPeriod[] };
  };
  return { open: data.ifEnable === 1, name: data.fieldName, openingHours: data.openingHours };
}
