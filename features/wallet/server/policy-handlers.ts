import { eq } from 'drizzle-orm';
import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { policyChanged } from '../contract/events.ts';
import type { walletContract } from '../contract.ts';
import { withdrawalPolicy } from '../tables.ts';
import { readPolicy } from './policy-queries.ts';

export const policyHandlers: Handlers<Pick<typeof walletContract, 'readConfig' | 'savePolicy'>> = {
  readConfig: ({ db }) => readPolicy(db.read),

  async savePolicy(context, input) {
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
      await emit(tx, platformTopic, policyChanged, {});
    });
    return {};
  },
};
