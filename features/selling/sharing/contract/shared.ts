import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { basisPoints, choiceOf, id, moneyFen, text } from '#kit/contract/schemas.ts';

/** owner: of the place where the machines stand; partner: anybody else who put in money or work. */
export const receiverKinds = ['owner', 'franchisee', 'agent', 'partner'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];

/** wallet: their own; account: kept for them here and settled by hand; wechat: WeChat's profit sharing. */
export const receiverWays = ['wallet', 'account', 'wechat'] as const;
export type ReceiverWay = (typeof receiverWays)[number];

export const wechatTypes = ['PERSONAL_OPENID', 'MERCHANT_ID'] as const;
export type WechatType = (typeof wechatTypes)[number];

/** waiting: WeChat has not answered yet. */
export const wechatStates = ['none', 'waiting', 'registered', 'refused'] as const;
export type WechatState = (typeof wechatStates)[number];

/** percent: of what is left at that step; gift: what the prizes of the day cost. */
export const costKinds = ['percent', 'perOrder', 'perDay', 'gift'] as const;
export type CostKind = (typeof costKinds)[number];

export const stepKinds = ['refund', 'fee', ...costKinds] as const;
export type StepKind = (typeof stepKinds)[number];

export const schedules = ['order', 'daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof schedules)[number];

/** open: its days are not over, or some of its orders were not looked at yet. */
export const runStates = ['open', 'finished'] as const;
export type RunState = (typeof runStates)[number];

export const lineStates = ['due', 'waiting', 'paid', 'failed'] as const;
export type LineState = (typeof lineStates)[number];

export const failureReasons = [
  'insufficient',
  'overLimit',
  'notShareable',
  'tooLate',
  'notRegistered',
  'refused',
  'ownNumber',
  'gone',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Codes by which WeChat says why a receiver does not get a share or does not give it back. */
export const wechatReasons = [
  'ACCOUNT_ABNORMAL',
  'INVALID_REQUEST',
  'NO_AUTH',
  'NO_RELATION',
  'PAYER_ACCOUNT_ABNORMAL',
  'RECEIVER_HIGH_RISK',
  'RECEIVER_REAL_NAME_NOT_VERIFIED',
  'RECEIVER_RECEIPT_LIMIT',
  'TIME_OUT_CLOSED',
] as const;

/**
 * What changes the sum owed to a receiver: earned and returned (given back because of a refund) raise it, reduced (a
 * refund lowered the share) and paid lower it; offset sets a share against a debt of another order and changes nothing
 * in sum.
 */
export const entryKinds = ['earned', 'reduced', 'paid', 'returned', 'offset'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** on: something is given away today; planned: from a later day on. */
export const ruleStates = ['on', 'paused', 'planned', 'off'] as const;

export const debtStates = ['open', 'cleared'] as const;

/** Why a share was not given back: the receiver had too little, WeChat said so, or it used its own words. */
export const debtCauses = ['noMoney', ...wechatReasons, 'other'] as const;

export const versionStates = ['past', 'current', 'planned', 'withdrawn'] as const;

/** Anything of people, rules, runs and debts. */
export const sharingChanged = defineEvent('sharing.changed');

export const receiverKind = () => choiceOf('sharing:kind', receiverKinds);
export const receiverWay = () => choiceOf('sharing:way', receiverWays);
export const wechatType = () => choiceOf('sharing:wechatType', wechatTypes);
export const wechatState = () =>
  choiceOf('sharing:wechatState', wechatStates, {
    none: 'quiet',
    waiting: 'waiting',
    registered: 'good',
    refused: 'bad',
  });
export const costKind = () => choiceOf('sharing:costName', costKinds);
export const stepKind = () => choiceOf('sharing:step', stepKinds);
export const schedule = () => choiceOf('sharing:schedule', schedules);
export const runState = () => choiceOf('sharing:runState', runStates, { open: 'info', finished: 'good' });
export const lineState = () =>
  choiceOf('sharing:lineState', lineStates, { due: 'waiting', waiting: 'info', paid: 'good', failed: 'bad' });
export const failureReason = () => choiceOf('sharing:reason', failureReasons);
export const ruleState = () =>
  choiceOf('sharing:ruleState', ruleStates, { on: 'good', paused: 'waiting', planned: 'info', off: 'quiet' });
export const debtState = () =>
  choiceOf('sharing:debtState', debtStates, { open: 'waiting', cleared: 'good' });
export const debtCause = () => choiceOf('sharing:wechatReason', debtCauses);
export const versionState = () =>
  choiceOf('sharing:versionState', versionStates, {
    current: 'good',
    planned: 'info',
    past: 'quiet',
    withdrawn: 'quiet',
  });

/** Statements: for those who receive. */
export const viewRight = permit('sharing.view', 'merchant', 'agent');
/** People, rules, runs: for those who give. */
export const manageRight = permit('sharing.manage');
/** Parts of the platform's fees that agents get. */
export const agentRight = permit('sharing.agents', 'platform', 'agent');

export const mostCosts = 8;
export const mostReceivers = 20;

const fixedCosts: ReadonlySet<CostKind> = new Set(['perOrder', 'perDay']);

export const cost = z
  .object({
    name: text(20),
    kind: costKind(),
    basisPoints: basisPoints().optional(),
    amountFen: moneyFen(1, 10_000_000).optional(),
  })
  .refine((value) => value.kind !== 'percent' || value.basisPoints !== undefined, {
    error: 'kit:validation.required',
    path: ['basisPoints'],
  })
  .refine((value) => !fixedCosts.has(value.kind) || value.amountFen !== undefined, {
    error: 'kit:validation.required',
    path: ['amountFen'],
  });
export type Cost = z.infer<typeof cost>;

export const ratioShape = z.object({
  receiverId: id(),
  basisPoints: z.int().min(1).max(10_000).meta({ field: 'percent' }),
});
export type Ratio = z.infer<typeof ratioShape>;

export const step = z.object({
  kind: stepKind(),
  /** of a cost, as the merchant calls it */
  name: z.string(),
  amountFen: moneyFen(),
  afterFen: moneyFen(),
});
export type Step = z.infer<typeof step>;

export const month = () => z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'kit:validation.format' });
