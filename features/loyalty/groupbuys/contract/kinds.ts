import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, text } from '#kit/contract/schemas.ts';

export const base = '/api/blade-groupBuy' as const;

export const view = permit('groupbuys.view');
/** authorises, binds stores, maps deals */
export const manage = permit('groupbuys.manage');
export const verify = permit('groupbuys.verify');
export const cancel = permit('groupbuys.cancel');

export const accountsChanged = defineEvent('groupBuys.accounts');
export const dealsChanged = defineEvent('groupBuys.deals');
export const verificationsChanged = defineEvent('groupBuys.verifications');
export const differencesChanged = defineEvent('groupBuys.differences');

export const platforms = ['douyin', 'meituan'] as const;
export type Platform = (typeof platforms)[number];
export const platform = () => choiceOf('groupbuys:platform', platforms);

export const reaches = ['account', 'store'] as const;

/** ending: within the days in which it should be renewed */
export const accountStates = ['active', 'ending', 'expired', 'ended'] as const;
export type AccountState = (typeof accountStates)[number];
export const accountState = () =>
  choiceOf('groupbuys:accountState', accountStates, {
    active: 'good',
    ending: 'waiting',
    expired: 'bad',
    ended: 'quiet',
  });

export const worthKinds = ['coin', 'freePlay', 'card', 'point', 'package'] as const;
export type WorthKind = (typeof worthKinds)[number];
export const worthKind = () => choiceOf('groupbuys:worthKind', worthKinds);

/** What may follow what stands in rules/verification-states.ts. */
export const verificationStates = [
  'prepared',
  'verifying',
  'verified',
  'granted',
  'cancelling',
  'cancelled',
  'refused',
  'lapsed',
] as const;
export type VerificationState = (typeof verificationStates)[number];
export const verificationState = () =>
  choiceOf('groupbuys:verificationState', verificationStates, {
    prepared: 'quiet',
    verifying: 'waiting',
    verified: 'waiting',
    granted: 'good',
    cancelling: 'waiting',
    cancelled: 'quiet',
    refused: 'bad',
    lapsed: 'quiet',
  });

export const entrances = ['counter', 'player'] as const;
export type Entrance = (typeof entrances)[number];
export const entrance = () => choiceOf('groupbuys:entrance', entrances);

/** staff: taken back here; platform: it gave the customer the money back, or staff cancelled it there */
export const cancellers = ['staff', 'platform'] as const;
export type Canceller = (typeof cancellers)[number];

/** unknown: only the platform has it; absent: only we have it */
export const differenceKinds = ['unknown', 'absent', 'amount', 'state'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export const differenceStates = ['open', 'mended', 'noted'] as const;
export type DifferenceState = (typeof differenceStates)[number];
export const differenceState = () =>
  choiceOf('groupbuys:differenceState', differenceStates, { open: 'bad', mended: 'good', noted: 'quiet' });

/** As it was typed, or what a QR holds: the code itself, or the platform's short link. */
export const code = () => text(300).meta({ field: 'code' });
