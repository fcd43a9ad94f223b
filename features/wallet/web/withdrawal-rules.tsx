import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { walletContract } from '../contract.ts';

const limits = 'wallet:rules.limits';
const fees = 'wallet:rules.fees';
const care = 'wallet:rules.care';

const form = defineForm({
  schema: walletContract.savePolicy.input,
  load: loadFrom(walletContract.readConfig, {}),
  submit: submitTo(walletContract.savePolicy),
  invalidates: [walletContract.readConfig],
  success: 'wallet:rules.saved',
  afterwards: () => undefined,
  fields: [
    { name: 'minimumFen', label: 'wallet:rules.minimum', section: limits },
    { name: 'wechatMaximumFen', label: 'wallet:rules.wechatMaximum', section: limits },
    { name: 'dailyCount', label: 'wallet:rules.dailyCount', section: limits },
    { name: 'dailyFen', label: 'wallet:rules.daily', section: limits },
    { name: 'bankFeeBasisPoints', label: 'wallet:rules.bankFee', section: fees },
    { name: 'bankFeeMinimumFen', label: 'wallet:rules.bankFeeMinimum', section: fees },
    { name: 'wechatFeeBasisPoints', label: 'wallet:rules.wechatFee', section: fees },
    { name: 'wechatFeeMinimumFen', label: 'wallet:rules.wechatFeeMinimum', section: fees },
    {
      name: 'secondPersonAboveFen',
      label: 'wallet:rules.secondPerson',
      hint: 'wallet:rules.secondPersonHint',
      section: care,
    },
    {
      name: 'verifiedAboveFen',
      label: 'wallet:rules.verified',
      hint: 'wallet:rules.verifiedHint',
      section: care,
    },
    { name: 'depositFen', label: 'wallet:rules.deposit', hint: 'wallet:rules.depositHint', section: care },
  ],
});

/** Fees and limits of what leaves, set by the platform. */
export default function WithdrawalRules() {
  return <FormPage definition={form} />;
}
