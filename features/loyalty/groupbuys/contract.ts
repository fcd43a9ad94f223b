import { comparisonCalls } from './contract/comparison.ts';
import { dealCalls } from './contract/deals.ts';
import { ownCalls } from './contract/own.ts';
import { platformCalls } from './contract/platforms.ts';
import { verificationCalls } from './contract/verifications.ts';

export type { ComparedDay, DifferenceRecord } from './contract/comparison.ts';
export type { DealRecord, DealVersion } from './contract/deals.ts';
export type { Platform, VerificationState, WorthKind } from './contract/kinds.ts';
export type { OwnVerification } from './contract/own.ts';
export type { AccountRecord, StoreRecord } from './contract/platforms.ts';
export type { PreparedCode, VerificationRecord } from './contract/verifications.ts';

export const groupBuysContract = {
  ...platformCalls,
  ...dealCalls,
  ...verificationCalls,
  ...comparisonCalls,
  ...ownCalls,
};
