import { withdrawalFee } from './fee-rules.ts';

/** What the platform has set for money that leaves. */
interface FeePolicy {
  bankFeeBasisPoints: number;
  bankFeeMinimumFen: number;
  wechatFeeBasisPoints: number;
  wechatFeeMinimumFen: number;
}

export const feeOf = (policy: FeePolicy, target: 'bank' | 'wechat', amountFen: number) =>
  withdrawalFee(
    amountFen,
    target === 'bank'
      ? { basisPoints: policy.bankFeeBasisPoints, minimumFen: policy.bankFeeMinimumFen }
      : { basisPoints: policy.wechatFeeBasisPoints, minimumFen: policy.wechatFeeMinimumFen },
  );

/** Above it two different people approve. */
export const needsSecond = (policy: { secondPersonAboveFen: number }, amountFen: number): boolean =>
  amountFen > policy.secondPersonAboveFen;
