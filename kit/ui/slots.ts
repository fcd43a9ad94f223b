import type { ComponentType } from 'react';
import { createStore } from './store.ts';

/**
 * Places that features fill without the page around them knowing who does: a page never names a feature of a storey above it.
 *
 * Some are fetched by themselves once the shell stands (`<Slot>`):
 * topBarSite: the site switcher; topBarMessages: the bell with its unread count;
 * On /home, from above: homeBand: today's money and how the machines are; homeAttention: what needs somebody;
 * homeFigures: what the machines counted today; homeDevices: the machines themselves; homeNews: messages and news;
 * walletIncome: on /wallet, what the sites brought in lately;
 * savedViews: above a report, what somebody kept of it under a name;
 * background: shows nothing itself, listens as long as somebody is logged in.
 */
export const shellSlots = [
  'topBarSite',
  'topBarMessages',
  'homeNews',
  'homeBand',
  'homeAttention',
  'homeFigures',
  'homeDevices',
  'walletIncome',
  'savedViews',
  'background',
] as const;
export type SlotName = (typeof shellSlots)[number];

/**
 * All others belong to one page and come in its file, so that nothing moves when they do. Whose page it is declares them in
 * its `slots.d.ts`, with what fills them: a component, a list of links, a function. It imports `virtual:slots/<name>`.
 */
export type PageSlotName = keyof PageSlots;

/** What `virtual:slots/<name>` holds, the lowest rank first. */
export type Filled<N extends PageSlotName> = readonly { feature: string; filling: PageSlots[N] }[];

interface Filler<T> {
  /** places with several fillings show the lowest first */
  rank: number;
  load: () => Promise<{ default: T }>;
}

type ShellFillers = { [N in SlotName]?: Filler<ComponentType> };
type PageFillers = { [N in PageSlotName]?: Filler<PageSlots[N]> };

export interface SlotModule<S = ShellFillers> {
  feature: string;
  slots: S;
}

/**
 * Default export of `features/<storey>/<name>/slots.ts`, which the build reads (scripts/web/slot-tables.ts):
 * `defineSlots('content', { topBarMessages: { rank: 20, load: () => import('./web/message-bell.tsx') } })`.
 */
export const defineSlots = (
  feature: string,
  slots: ShellFillers & PageFillers,
): SlotModule<ShellFillers & PageFillers> => ({ feature, slots });

/** Filled once by the shell. */
export const slotModulesStore = createStore<readonly SlotModule[]>([]);
