import { createContext, useContext } from 'react';
import type { RangePreset } from '#kit/ui/fields/day-range.ts';
import { Slot } from '#kit/ui/slot.tsx';
import type { Filter } from './list-specs.ts';

/** The page whose filters, days and grouping may be kept under a name. */
export interface ViewsPlace {
  /** the path of its call */
  page: string;
  /** the names of its days in the address, and which it shows while none are chosen */
  range: { name: string; toName: string; usual: RangePreset | undefined } | undefined;
}

const Place = createContext<ViewsPlace | undefined>(undefined);

/** For the feature that fills the slot. */
export const useViewsPlace = (): ViewsPlace | undefined => useContext(Place);

/** Chips of kept views; all a page has to say is what it shows. The views themselves are a feature's. */
export function SavedViews({
  endpoint,
  filters,
  usual,
}: {
  endpoint: { path: string };
  filters: readonly Filter[];
  usual?: RangePreset;
}) {
  const days = filters.find((filter) => filter.kind === 'dateRange');
  const range = days && { name: days.name, toName: days.toName, usual };
  return (
    <Place value={{ page: endpoint.path, range }}>
      <Slot name="savedViews" />
    </Place>
  );
}
