import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { businessDay, endOfDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { policyChanged } from '../contract/events.ts';
import type { walletContract } from '../contract.ts';
import { assertApprover } from './assert-approver.ts';
import {
  agreedPolicies,
  changePolicy,
  findWaitingPolicy,
  insertPolicy,
  lockPolicy,
  type Policy,
  pagePolicies,
  readPolicy,
} from './policy-queries.ts';
import { changesText, rulesOf } from './policy-records.ts';

/** The log has it, the others hear of it, open pages load it again. */
async function announce(
  tx: Tx,
  context: StaffContext,
  row: Policy,
  step: { action: 'wallet.savePolicy' | 'wallet.decidePolicy'; told: 'asked' | 'agreed' | 'refused' },
  before: Policy | undefined,
): Promise<void> {
  const { session, services } = context;
  await audit(tx, context, {
    action: step.action,
    entity: 'withdrawalPolicy',
    entityId: String(row.id),
    label: changesText({ ...context, language: 'zh-cn' }, row, before).slice(0, 200),
    before: before && { ...rulesOf(before) },
    after: { ...rulesOf(row), state: row.state, effectiveFrom: row.effectiveFrom },
  });
  await sendSystemMessage(tx, services.texts, {
    audience: { kind: 'realm', realm: 'platform' },
    titleKey: `wallet:message.policy.${step.told}Title`,
    bodyKey: `wallet:message.policy.${step.told}`,
    params: { name: session.name },
    level: 'warning',
    link: '/withdrawal_rules',
  });
  await emit(tx, platformTopic, policyChanged, {});
}

export const policyHandlers: Handlers<
  Pick<typeof walletContract, 'readConfig' | 'savePolicy' | 'decidePolicy' | 'listPolicies'>
> = {
  readConfig: ({ db, clock }) => readPolicy(db.read, clock.now()),

  async savePolicy(context, input) {
    const { session, clock } = context;
    if (input.dailyFen < input.minimumFen) throw invalidField('dailyFen', 'wallet:error.dailyBelowMinimum');
    if (input.wechatMaximumFen < input.minimumFen)
      throw invalidField('wechatMaximumFen', 'wallet:error.dailyBelowMinimum');
    return context.db.transaction(async (tx) => {
      await holdName(tx, 'withdrawal policy');
      if (await findWaitingPolicy(tx)) throw conflict('wallet:error.policyWaiting');
      const [latest] = await agreedPolicies(tx);
      const row = await insertPolicy(tx, {
        ...input,
        createdAt: clock.now(),
        state: 'waiting',
        askedBy: session.userId,
        askedByName: session.name,
      });
      if (!changesText({ ...context, language: 'zh-cn' }, row, latest))
        throw conflict('wallet:error.policySame');
      await announce(tx, context, row, { action: 'wallet.savePolicy', told: 'asked' }, latest);
      return { version: row.id, state: row.state };
    });
  },

  async decidePolicy(context, { version, approve }) {
    const { session, clock } = context;
    const now = clock.now();
    return context.db.transaction(async (tx) => {
      await holdName(tx, 'withdrawal policy');
      const row = await lockPolicy(tx, version);
      if (!row) throw missing();
      if (row.state !== 'waiting') throw conflict('wallet:error.alreadyDecided');
      if (approve) {
        if (row.askedBy === session.userId) throw conflict('wallet:error.samePerson');
        await assertApprover(tx, context, await readPolicy(tx, now));
      }
      const state = approve ? ('agreed' as const) : ('refused' as const);
      const decided: Policy = {
        ...row,
        state,
        decidedBy: session.userId,
        decidedByName: session.name,
        decidedAt: now,
        // today's decisions were begun under today's rules
        effectiveFrom: approve ? endOfDay(businessDay(now)) : null,
      };
      const [latest] = await agreedPolicies(tx);
      await changePolicy(tx, version, decided);
      await announce(tx, context, decided, { action: 'wallet.decidePolicy', told: state }, latest);
      return { state, effectiveFrom: decided.effectiveFrom };
    });
  },

  async listPolicies(context, input) {
    const { db, session } = context;
    const [page, agreed] = await Promise.all([pagePolicies(db.read, input), agreedPolicies(db.read)]);
    return mapPage(page, (row) => ({
      ...row,
      version: row.id,
      rules: rulesOf(row),
      changes:
        row.askedBy === null
          ? context.services.texts.say(context.language, 'wallet:rules.shipped')
          : changesText(
              context,
              row,
              agreed.find(({ id }) => id < row.id),
            ),
      // the first version has held since ever
      effectiveFrom: row.askedBy === null ? null : row.effectiveFrom,
      askedByMe: row.askedBy === session.userId,
    }));
  },
};
