import { z } from 'zod';
import { captchaAnswer } from '#features/base/accounts/contract.ts';
import { bankCardChanged, businessChanged } from '#features/money/onboarding/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  choiceOf,
  cipher,
  dayRange,
  id,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  ratio,
  revealedNumber,
  text,
} from '#kit/contract/schemas.ts';
import { policyChanged, walletChanged, withdrawalChanged } from './events.ts';
import {
  decide,
  requestId,
  view,
  walletId,
  walletKind,
  withdraw,
  withdrawalKind,
  withdrawalStage,
  withdrawalState,
  withdrawalStep,
  withdrawalTarget,
} from './shared.ts';

const base = '/api/blade-userwithdrawal/userwithdrawal' as const;

const withdrawalRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  kind: withdrawalKind(),
  tenantId: z.string(),
  tenantName: z.string(),
  walletId: z.string(),
  walletName: z.string(),
  userName: z.string(),
  amountFen: moneyFen(),
  feeFen: moneyFen(),
  arrivesFen: moneyFen(),
  target: withdrawalTarget(),
  /** in words: the card, the WeChat account, the wallet */
  targetName: z.string(),
  payeeName: z.string(),
  state: withdrawalState(),
  step: withdrawalStep().nullable(),
  stage: withdrawalStage(),
  reason: z.string(),
  failure: z.string(),
  takenByName: z.string(),
  approvedByName: z.string(),
  secondByName: z.string(),
  decidedByName: z.string(),
  bankReference: z.string(),
  endedAt: instant().nullable(),
  /** above the limit: two different people approve it */
  needsSecond: z.boolean(),
  /** the caller gave the first approval and can not give the second */
  approvedByMe: z.boolean(),
  /** the caller may still take it back: nobody has begun with it */
  cancellable: z.boolean(),
  /** for the person who asked, while WeChat waits for their confirmation */
  confirm: z.object({ mchId: z.string(), appId: z.string(), package: z.string() }).nullable(),
});
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;

const filters = {
  state: withdrawalState().optional(),
  kind: withdrawalKind().optional(),
  target: withdrawalTarget().optional(),
  walletId: walletId().optional(),
  ...dayRange,
  keyword: text(40, 0).optional(),
};

/** Who gets it: a bound bank card, or the WeChat account the caller has bound. */
const outside = () => choiceOf('wallet:target', ['bank', 'wechat']);
const payTarget = { target: outside(), cardId: id().optional() };

export const withdrawalsContract = {
  readConfig: get('/getConfigParam', view, {
    output: z.object({
      minimumFen: moneyFen(),
      dailyCount: z.int(),
      dailyFen: moneyFen(),
      wechatMaximumFen: moneyFen(),
      bankFeeBasisPoints: ratio(),
      bankFeeMinimumFen: moneyFen(),
      wechatFeeBasisPoints: ratio(),
      wechatFeeMinimumFen: moneyFen(),
      secondPersonAboveFen: moneyFen(),
      verifiedAboveFen: moneyFen(),
      depositFen: moneyFen(),
      approverDays: z.int(),
      topupHoldDays: z.int(),
      topupDailyFen: moneyFen(),
    }),
    refreshedBy: [policyChanged],
    summary: 'Fees, limits and the smallest withdrawal',
  }),
  readWithdrawalChoices: get(`${base}/choices`, withdraw, {
    input: z.object({ walletId: walletId().optional() }),
    output: z.object({
      walletId: z.string(),
      walletKind: walletKind(),
      walletName: z.string(),
      availableFen: moneyFen(),
      depositFen: moneyFen(),
      /** what the day still allows */
      leftCount: z.int(),
      leftFen: moneyFen(),
      /** topped up lately: it stays for some days; without it so much may leave, over all wallets of the owner */
      heldFen: moneyFen(),
      freeFen: moneyFen(),
      verifiedName: z.string().nullable(),
      cards: z.array(z.object({ id: z.string(), label: z.string(), holder: z.string() })),
      /** open: withdrawals to WeChat are open to the caller; the name is that of the bound account */
      wechat: z.object({ configured: z.boolean(), open: z.boolean(), name: z.string().nullable() }),
    }),
    refreshedBy: [walletChanged, policyChanged, bankCardChanged, businessChanged],
    summary: 'What the caller can withdraw now and where to',
  }),
  quoteWithdrawal: get(`${base}/quote`, withdraw, {
    input: z.object({ amountFen: moneyFen(1), target: outside() }),
    output: z.object({ feeFen: moneyFen(), arrivesFen: moneyFen(), needsSecond: z.boolean() }),
    refreshedBy: [policyChanged],
    summary: 'What a withdrawal costs and what arrives',
  }),
  askWithdrawal: post(`${base}/insertUserWithdrawal`, withdraw, {
    lets: 'money',
    books: 'money',
    repeats: 'recognised',
    place: 'json',
    input: z.object({
      walletId: walletId().optional(),
      amountFen: moneyFen(1),
      ...payTarget,
      requestId: requestId(),
      /** of the caller, once more: a borrowed session takes no money out */
      password: cipher(),
      ...captchaAnswer,
    }),
    output: z.object({ id: z.string() }),
    emits: [walletChanged, withdrawalChanged],
    summary: 'Asks for available money, with the own password; it is frozen until the platform has decided',
  }),
  askDepositReturn: post(`${base}/insertUserWithdrawalTYJ`, withdraw, {
    lets: 'money',
    books: 'money',
    repeats: 'recognised',
    place: 'json',
    input: z.object({
      target: withdrawalTarget().default('balance'),
      cardId: id().optional(),
      requestId: requestId(),
      /** of the caller, where the money leaves for a card or WeChat */
      password: cipher().optional(),
      ...captchaAnswer,
    }),
    output: z.object({ id: z.string() }),
    emits: [walletChanged, withdrawalChanged],
    summary: 'Asks for the whole deposit back, to the wallet, or with the own password to a card or WeChat',
  }),
  listWithdrawals: get(`${base}/selectUserWithdrawalListByQuery`, view, {
    input: pageInput(filters, ['createdAt', 'amountFen']),
    output: pageOf(withdrawalRecord),
    refreshedBy: [withdrawalChanged],
    summary: 'Withdrawals the caller may see; the platform sees all',
  }),
  listFranchiseeWithdrawals: get('/api/blade-user/selectUserWithdrawRecordFB', view, {
    input: pageInput(filters, ['createdAt', 'amountFen']),
    output: pageOf(withdrawalRecord),
    refreshedBy: [withdrawalChanged],
    summary: 'Withdrawals of franchisees',
  }),
  cancelWithdrawal: post(`${base}/cancelUserWithdrawal`, withdraw, {
    books: 'money',
    input: z.object({ id: id() }),
    output: z.object({ state: withdrawalState() }),
    emits: [walletChanged, withdrawalChanged],
    summary: 'Takes a request back while nobody has begun with it; the money is free again',
  }),
  decideWithdrawal: post(`${base}/updateUserWithdrawalState`, decide, {
    lets: 'money',
    books: 'money',
    place: 'json',
    input: z.object({
      id: id(),
      /** take it, approve it, say that the bank has paid it, reject it */
      action: z.enum(['take', 'approve', 'paid', 'reject']),
      reason: text(200, 0).optional(),
      /** the bank’s own number of the transfer */
      bankReference: text(64, 0).optional(),
    }),
    output: z.object({
      state: withdrawalState(),
      step: withdrawalStep().nullable(),
    }),
    emits: [walletChanged, withdrawalChanged],
    summary: 'Takes, approves, pays or rejects a withdrawal; two different people above a limit',
  }),
  revealPayee: post(`${base}/card`, decide, {
    repeats: { because: 'a look, and every one is logged' },
    input: z.object({ id: id() }),
    output: z.object({
      bankName: z.string(),
      branchName: z.string(),
      holder: z.string(),
      number: revealedNumber('the transfer is made to it'),
    }),
    summary: 'The whole card number, to make the transfer; every look is logged',
  }),
  readPayee: get(`${base}/payee/authorise`, withdraw, {
    input: z.object({ state: z.string().regex(/^[\w-]{16,64}$/) }),
    output: z.object({ url: z.string() }),
    summary: 'Where WeChat asks the person who they are',
  }),
  bindPayee: post(`${base}/payee/bind`, withdraw, {
    input: z.object({ code: z.string().regex(/^[\w-]{8,128}$/) }),
    output: z.object({ name: z.string() }),
    summary: 'Remembers the caller’s WeChat account as the one to be paid',
  }),
};
