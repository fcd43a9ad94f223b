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

/** What a choice comes to when WeChat was unlinked since: such summaries stand in the inbox. */
export const reachable = ({ periods, ways }: Choice, { wechat }: { wechat: boolean }): Choice => {
  const left = ways.filter((way) => wechat || way !== 'wechat');
  return { periods, ways: left.length === 0 && ways.length > 0 ? ['message'] : left };
};
