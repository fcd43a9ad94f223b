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

/** Above it two different people approve; what one person has passed alone that day counts with it. */
export const needsSecond = (
  policy: { secondPersonAboveFen: number },
  amountFen: number,
  aloneFen = 0,
): boolean => amountFen + aloneFen > policy.secondPersonAboveFen;
