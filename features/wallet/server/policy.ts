import { eq } from 'drizzle-orm';
import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import type { walletContract } from '../contract.ts';
import { withdrawalFee } from '../fees.ts';
import { withdrawalPolicy } from '../tables.ts';

export type Policy = typeof withdrawalPolicy.$inferSelect;

export async function readPolicy(reader: Reader): Promise<Policy> {
  const [found] = await reader.select().from(withdrawalPolicy);
  return found as Policy;
}

export const feeOf = (policy: Policy, target: 'bank' | 'wechat', amountFen: number) =>
  withdrawalFee(
    amountFen,
    target === 'bank'
      ? { basisPoints: policy.bankFeeBasisPoints, minimumFen: policy.bankFeeMinimumFen }
      : { basisPoints: policy.wechatFeeBasisPoints, minimumFen: policy.wechatFeeMinimumFen },
  );

/** Above it two different people approve. */
export const needsSecond = (policy: Policy, amountFen: number): boolean =>
  amountFen > policy.secondPersonAboveFen;

export const readConfig: Handler<typeof walletContract.readConfig> = ({ db }) => readPolicy(db.read);

export const savePolicy: Handler<typeof walletContract.savePolicy> = async (context, input) => {
  if (input.dailyFen < input.minimumFen) throw invalidField('dailyFen', 'wallet:error.dailyBelowMinimum');
  if (input.wechatMaximumFen < input.minimumFen)
    throw invalidField('wechatMaximumFen', 'wallet:error.dailyBelowMinimum');
  await context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(withdrawalPolicy).for('update');
    await tx.update(withdrawalPolicy).set(input).where(eq(withdrawalPolicy.id, 1));
    await audit(tx, context, {
      action: 'wallet.savePolicy',
      entity: 'withdrawalPolicy',
      entityId: '1',
      label: '',
      before: before && { ...before },
      after: { id: 1, ...input },
    });
    await emit(tx, platformTopic, 'wallet.policy', {});
  });
  return {};
};
