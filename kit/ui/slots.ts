import type { ComponentType } from 'react';
import { createStore } from './store.ts';

/**
 * Places that features fill without the page around them knowing who does.
 * topBarSite: the site switcher; topBarMessages: the bell with its unread count;
 * On /home, from above: homeBand: today's money and how the machines are; homeAttention: what needs somebody;
 * homeFigures: what the machines counted today; homeDevices: the machines themselves; homeNews: messages and news;
 * walletIncome: on /wallet, what the sites brought in lately;
 * savedViews: above a report, what somebody kept of it under a name;
 * background: shows nothing itself, listens as long as somebody is logged in.
 */
export type SlotName =
  | 'topBarSite'
  | 'topBarMessages'
  | 'homeNews'
  | 'homeBand'
  | 'homeAttention'
  | 'homeFigures'
  | 'homeDevices'
  | 'walletIncome'
  | 'savedViews'
  | 'background';

export interface SlotModule {
  feature: string;
  slots: Partial<Record<SlotName, () => Promise<{ default: ComponentType }>>>;
}

/** Default export of `features/<name>/slots.ts`: `defineSlots('content', { topBarMessages: () => import('./web/bell.tsx') })`. */
export const defineSlots = (feature: string, slots: SlotModule['slots']): SlotModule => ({ feature, slots });

/** Filled once by the shell. */
export const slotModulesStore = createStore<readonly SlotModule[]>([]);
