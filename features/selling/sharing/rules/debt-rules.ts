import { type debtCauses, wechatReasons } from '../contract/shared.ts';

/** WeChat's own code where it gave one; what it says in its own words stands beside it. */
export function debtCauseOf(reason: string): (typeof debtCauses)[number] {
  if (reason === '') return 'noMoney';
  return wechatReasons.find((code) => code === reason) ?? 'other';
}
