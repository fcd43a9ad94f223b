import type { Period, Way } from '../contract/choices.ts';

export interface Choice {
  periods: Period[];
  ways: Way[];
}

/** Whose money it is, is told in the inbox unless they say otherwise; others ask for it. */
export const usualChoice = ({ owner, ofMerchant }: { owner: boolean; ofMerchant: boolean }): Choice => ({
  periods: owner && ofMerchant ? ['day', 'week', 'month'] : [],
  ways: ['message'],
});
