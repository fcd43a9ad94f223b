import type { OutputOf } from '#kit/contract/endpoint.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { walletContract } from '../contract.ts';
import { heldUntil, leastFeeUpTo, withdrawalCosts } from '../rules/consequence-rules.ts';
import { RulesInForce } from './rules-in-force.tsx';

const { listPolicies, savePolicy, decidePolicy } = walletContract;
type Version = OutputOf<typeof listPolicies>['records'][number];

const limits = 'wallet:rules.limits';
const fees = 'wallet:rules.fees';
const care = 'wallet:rules.care';
const topups = 'wallet:rules.topups';

/** Begins with what was agreed to last, whether its day has come or not. */
const change = formAction({
  endpoint: savePolicy,
  texts: 'wallet:rules',
  title: 'wallet:rules.ask',
  load: () => loadFrom(listPolicies, { state: 'agreed', size: 1 }, ({ records }) => records[0]?.rules ?? {}),
  fields: [
    { name: 'minimumFen', section: limits },
    { name: 'wechatMaximumFen', section: limits },
    { name: 'dailyCount', section: limits },
    { name: 'dailyFen', section: limits },
    { name: 'bankFeeBasisPoints', section: fees, comesTo: (values) => withdrawalCosts('bank', values) },
    { name: 'bankFeeMinimumFen', section: fees, comesTo: (values) => leastFeeUpTo('bank', values) },
    { name: 'wechatFeeBasisPoints', section: fees, comesTo: (values) => withdrawalCosts('wechat', values) },
    { name: 'wechatFeeMinimumFen', section: fees, comesTo: (values) => leastFeeUpTo('wechat', values) },
    {
      name: 'secondPersonAboveFen',
      hint: 'wallet:rules.secondPersonHint',
      section: care,
    },
    {
      name: 'approverDays',
      hint: 'wallet:rules.approverHint',
      section: care,
    },
    {
      name: 'verifiedAboveFen',
      hint: 'wallet:rules.verifiedHint',
      section: care,
    },
    { name: 'depositFen', hint: 'wallet:rules.depositHint', section: care },
    {
      name: 'topupHoldDays',
      hint: 'wallet:rules.topupHoldHint',
      comesTo: ({ topupHoldDays }) => heldUntil(topupHoldDays, businessDay(new Date())),
      section: topups,
    },
    { name: 'topupDailyFen', section: topups },
  ],
  lead: 'wallet:rules.askHint',
  success: 'wallet:rules.asked',
});

/** Fees and limits of money that leaves: what holds, who asked for changes and who agreed. */
export default listPage({
  endpoint: listPolicies,
  columns: [
    { key: 'changes', label: 'wallet:rules.changes', phone: 'what' },
    { key: 'askedByName', label: 'wallet:field.userName' },
    { key: 'decidedByName', label: 'wallet:rules.decidedBy' },
    { key: 'effectiveFrom', label: 'wallet:rules.effectiveFrom' },
    'createdAt',
    'state',
  ],
  filters: ['state'],
  actions: [{ label: 'wallet:rules.ask', icon: 'adjustments', primary: true, form: change }],
  rowActions: [
    {
      label: 'wallet:adjustment.approve',
      icon: 'check',
      primary: true,
      visible: (row) => row.state === 'waiting' && !row.askedByMe,
      call: callOf(decidePolicy, ({ version }: Version) => ({ version, approve: true })),
      confirm: {
        title: 'wallet:rules.approveTitle',
        body: 'wallet:rules.approveBody',
        params: ({ changes }) => ({ changes }),
      },
      success: 'wallet:rules.agreed',
    },
    {
      label: 'wallet:adjustment.refuse',
      icon: 'x',
      danger: true,
      visible: (row) => row.state === 'waiting',
      call: callOf(decidePolicy, ({ version }: Version) => ({ version, approve: false })),
      confirm: { title: 'wallet:rules.refuseTitle' },
      success: 'kit:action.done',
    },
  ],
  header: <RulesInForce />,
  empty: { title: 'wallet:rules.empty' },
});
