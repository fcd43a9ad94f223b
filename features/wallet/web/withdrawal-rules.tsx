import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { walletContract } from '../contract.ts';

const limits = 'wallet:rules.limits';
const fees = 'wallet:rules.fees';
const care = 'wallet:rules.care';

const form = defineForm({
  schema: walletContract.savePolicy.input,
  texts: 'wallet:rules',
  load: loadFrom(walletContract.readConfig, {}),
  submit: submitTo(walletContract.savePolicy),
  success: 'wallet:rules.saved',
  afterwards: () => undefined,
  fields: [
    { name: 'minimumFen', section: limits },
    { name: 'wechatMaximumFen', section: limits },
    { name: 'dailyCount', section: limits },
    { name: 'dailyFen', section: limits },
    { name: 'bankFeeBasisPoints', section: fees },
    { name: 'bankFeeMinimumFen', section: fees },
    { name: 'wechatFeeBasisPoints', section: fees },
    { name: 'wechatFeeMinimumFen', section: fees },
    {
      name: 'secondPersonAboveFen',
      hint: 'wallet:rules.secondPersonHint',
      section: care,
    },
    {
      name: 'verifiedAboveFen',
      hint: 'wallet:rules.verifiedHint',
      section: care,
    },
    { name: 'depositFen', hint: 'wallet:rules.depositHint', section: care },
  ],
});

/** Fees and limits of what leaves, set by the platform. */
export default function WithdrawalRules() {
  return <FormPage definition={form} />;
}
