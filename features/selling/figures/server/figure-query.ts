import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Measure } from '../contract/measures.ts';

/** What sums are told apart by; without `measure` all that was asked for is added up. */
export type FigureKey =
  | 'tenant'
  | 'site'
  | 'device'
  | 'type'
  | 'wallet'
  | 'day'
  | 'hour'
  | 'clock'
  | 'month'
  | 'measure';

export interface FigureQuery {
  /** all where absent */
  measures?: readonly Measure[] | undefined;
  /** business days of each site, both included */
  from: string;
  to: string;
  by: readonly FigureKey[];
  siteIds?: readonly string[] | undefined;
  deviceIds?: readonly string[] | undefined;
  types?: readonly DeviceType[] | undefined;
  walletIds?: readonly string[] | undefined;
}
