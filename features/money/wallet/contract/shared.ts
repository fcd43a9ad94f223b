import { z } from 'zod';
import { type WalletPurpose, walletPurposes } from '#features/money/ledger/contract.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, id, moneyFen, ratio } from '#kit/contract/schemas.ts';

/** Pay ways that cost a fee; the others move inside our own books. */
export const ratedPayWays = ['wechat', 'alipay'] as const;
export type RatedPayWay = (typeof ratedPayWays)[number];
/** 0.6 % until somebody sets another */
export const usualBasisPoints = 60;
/** nobody asks for more than 10 % */
export const highestBasisPoints = 1000;

/** What of a wallet can be handed over: all that waits for nobody. */
export const handedOver = ['available', 'cash', 'collected'] as const satisfies readonly WalletPurpose[];
export const walletKinds = ['main', 'further', 'franchisee'] as const;
export type WalletKind = (typeof walletKinds)[number];

/** cancelled: taken back by the person who asked, before anybody had begun with it */
export const withdrawalStates = ['untreated', 'processing', 'passed', 'rejected', 'cancelled'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];
/** Where in "processing" it stands. */
export const withdrawalSteps = ['taken', 'secondApproval', 'toPay', 'paying', 'confirm'] as const;
export type WithdrawalStep = (typeof withdrawalSteps)[number];
export const withdrawalKinds = ['balance', 'deposit'] as const;
export type WithdrawalKind = (typeof withdrawalKinds)[number];
/** balance: only for a deposit, which may go back to the wallet */
export const withdrawalTargets = ['bank', 'wechat', 'balance'] as const;
export type WithdrawalTarget = (typeof withdrawalTargets)[number];

/** What the platform looks at instead of a wallet. */
export const platformAccounts = [
  'fee',
  'adjustment',
  'ads',
  'wechatClearing',
  'wechatRefunding',
  'wechatPaying',
  'alipayClearing',
  'alipayRefunding',
  'alipayPaying',
  'bankClearing',
] as const;
export type PlatformAccount = (typeof platformAccounts)[number];

/** agreed: by a second person; the latest that has come holds */
export const policyStates = ['waiting', 'agreed', 'refused'] as const;
export type PolicyState = (typeof policyStates)[number];

/** objected: the franchisee said no; withdrawn: the owner took it back */
export const handoverStates = ['waiting', 'done', 'objected', 'withdrawn'] as const;
export type HandoverState = (typeof handoverStates)[number];
export const handoverState = () =>
  choiceOf('wallet:handoverState', handoverStates, {
    waiting: 'waiting',
    done: 'good',
    objected: 'bad',
    withdrawn: 'quiet',
  });
/** So many days a franchisee has to answer before the wallet is handed over without one. */
export const handoverNoticeDays = 7;

export const adjustmentStates = ['waiting', 'done', 'refused'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/** Where what a player owns may be spent: at its own site, or at all sites of the same wallet. */
export const balanceReaches = ['site', 'shared'] as const;
export type BalanceReach = (typeof balanceReaches)[number];

/** What movements are called; each has its text. Whatever else stands in the books is shown as "other". */
export const movementKinds = [
  'payment',
  'settlement',
  'refund',
  'refund-done',
  'refund-failed',
  'cash-refund',
  'together',
  'refund-late',
  'refund-late-settled',
  'share',
  'share-return',
  'share-settled',
  'profit-share',
  'profit-share-done',
  'profit-share-failed',
  'agent-share',
  'withdrawal',
  'withdrawal-rejected',
  'withdrawal-cancelled',
  'withdrawal-fee',
  'fee-owed',
  'payout',
  'payout-done',
  'payout-failed',
  'payout-late',
  'payout-late-settled',
  'transfer',
  'handover',
  'adjustment',
  'correction',
  'topup',
  'deposit',
  'deposit-return',
  'grant',
  'coins-issued',
  'red-packet-start',
  'red-packet-rest',
  'ad-income',
] as const;
export type MovementKind = (typeof movementKinds)[number] | 'other';
export const movementKind = (kind: string): MovementKind =>
  (movementKinds as readonly string[]).includes(kind) ? (kind as MovementKind) : 'other';

/** Who holds a wallet: it is one of an organisation's own, or an organisation's main one seen from above. */
export const holderKinds = [...walletKinds, 'agent', 'merchant', 'platform'] as const;

export const ratedPayWay = () => choiceOf('wallet:payWay', ratedPayWays);
export const walletPurpose = () => choiceOf('wallet:purpose', walletPurposes);
export const walletKind = () => choiceOf('wallet:holder', walletKinds);
export const holderKind = () => choiceOf('wallet:holder', holderKinds);
export const movement = () => choiceOf('wallet:kind', [...movementKinds, 'other']);
export const withdrawalKind = () => choiceOf('wallet:withdrawalKind', withdrawalKinds);
export const withdrawalTarget = () => choiceOf('wallet:target', withdrawalTargets);

const stateTones = {
  untreated: 'waiting',
  processing: 'info',
  passed: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
} as const;
export const withdrawalState = () => choiceOf('wallet:state', withdrawalStates, stateTones);
export const withdrawalStep = () => choiceOf('wallet:state', withdrawalSteps);
/** Where it stands in one word: the step while it is in work, otherwise the state. */
export const withdrawalStage = () =>
  choiceOf('wallet:state', [...withdrawalStates, ...withdrawalSteps], {
    ...stateTones,
    taken: 'info',
    secondApproval: 'info',
    toPay: 'info',
    paying: 'info',
    confirm: 'waiting',
  });

export const view = permit('wallet.view', 'platform', 'agent', 'merchant');
export const withdraw = permit('wallet.withdraw', 'agent', 'merchant');
export const manage = permit('wallet.manage');
export const rates = permit('wallet.rates', 'platform', 'agent');
export const decide = permit('wallet.audit', 'platform');

/** An organisation's id, a further wallet's or a franchisee's. */
export const walletId = () => z.string().regex(/^(\d{6}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);
export const tenantNumber = () => z.string().regex(/^\d{6}$/);
/** made by the page once per intent: a call repeated after a lost answer moves nothing twice */
export const requestId = () => id();

export const balances = z.object({
  availableFen: moneyFen(),
  frozenFen: moneyFen(),
  pendingFen: moneyFen(),
  cashFen: moneyFen(),
  /** earned with the merchant's own number at a payment platform: it is there already, and can not be withdrawn here */
  collectedFen: moneyFen(),
  depositFen: moneyFen(),
  /** fees of stored value that were not taken yet: they go before anything leaves the wallet */
  owedFen: moneyFen(),
});
export type Balances = z.infer<typeof balances>;

export const rate = z.object({ payWay: ratedPayWay(), basisPoints: ratio() });
