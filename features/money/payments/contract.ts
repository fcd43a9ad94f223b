import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, instant } from '#kit/contract/schemas.ts';
import { billsContract } from './contract/bills.ts';
import { payChannel, type payChannels } from './contract/channels.ts';
import { disputesContract, platformChanged } from './contract/disputes.ts';

/** counter: cash taken by staff */
export type Channel = (typeof payChannels)[number] | 'counter';

export type PaymentState = 'created' | 'waiting' | 'paid' | 'closed';
export type RefundState = 'requested' | 'sent' | 'done' | 'failed';
/** sent: the platform may have heard of it */
export const settlementStates = ['requested', 'sent', 'done', 'failed'] as const;
export type SettlementState = (typeof settlementStates)[number];
export type PayoutState = 'requested' | 'sent' | 'waitConfirm' | 'done' | 'failed';
export type ShareState = 'requested' | 'sent' | 'ended';
export type ShareLineState = 'requested' | 'done' | 'failed';
/** needless: refunded whole, nothing was left; lapsed: WeChat released it by itself after its thirty days */
export const releaseStates = ['requested', 'sent', 'released', 'needless', 'lapsed'] as const;
export type ReleaseState = (typeof releaseStates)[number];
export const shareReturnStates = ['requested', 'sent', 'done', 'failed'] as const;
export type ShareReturnState = (typeof shareReturnStates)[number];

export const waitingKinds = [
  'payments',
  'refunds',
  'payouts',
  'shares',
  'releases',
  'shareReturns',
  'settlements',
] as const;

/** quiet: it was never asked anything; absent: not configured */
export const platformStates = ['working', 'quiet', 'down', 'absent'] as const;
export type PlatformState = (typeof platformStates)[number];

const platformState = () =>
  choiceOf('payments:state', platformStates, {
    working: 'good',
    quiet: 'quiet',
    down: 'bad',
    absent: 'waiting',
  });

export const platform = z.object({
  channel: payChannel(),
  state: platformState(),
  configured: z.boolean(),
  /** played by the simulator of demo mode */
  simulated: z.boolean(),
  merchantId: z.string().nullable(),
  appId: z.string().nullable(),
  answeredAt: instant().nullable(),
  downSince: instant().nullable(),
  lastError: z.string().nullable(),
  lastNoticeAt: instant().nullable(),
  /** of the last thirty days */
  notices: z.int(),
  refusals: z.array(z.object({ reason: z.string(), times: z.int(), lastAt: instant() })),
  waiting: z.array(
    z.object({
      kind: choiceOf('payments:kind', waitingKinds),
      count: z.int(),
      oldestAt: instant().nullable(),
    }),
  ),
});
export type PaymentPlatform = z.infer<typeof platform>;

export const paymentsContract = {
  ...disputesContract,
  ...billsContract,
  pageSignature: get('/api/pay/wxconfig', 'public', {
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ url: z.url({ protocol: /^https?$/ }).max(2000) }),
    output: z.object({
      appId: z.string(),
      timestamp: z.int(),
      nonceStr: z.string(),
      signature: z.string(),
    }),
    summary: 'Signature with which a page of ours may use the WeChat JS-SDK',
  }),
  listPlatforms: get('/api/blade-payments/payments/platforms', permit('payments.platform', 'platform'), {
    output: z.object({ platforms: z.array(platform) }),
    refreshedBy: [platformChanged],
    summary: 'Payment platforms: what is configured, whether they answer, which notices were refused',
  }),
  askPlatforms: post('/api/blade-payments/payments/ask', permit('payments.platform', 'platform'), {
    rate: { max: 12, windowSeconds: 60 },
    input: z.object({ channel: payChannel() }),
    emits: [platformChanged],
    summary: 'Asks a payment platform now about everything it has not answered',
  }),
};
