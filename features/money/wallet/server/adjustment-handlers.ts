import { findTenant, tenantNames } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { platformAdjustment, walletAccount } from '#features/money/ledger/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, platformTopic, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { adjustmentChanged, walletChanged } from '../contract/events.ts';
import type { walletContract } from '../contract.ts';
import { needsSecond } from '../rules/withdrawal-rules.ts';
import { walletAdjustments } from '../tables.ts';
import { type AdjustmentRow, adjustedAlone, pageAdjustments } from './adjustment-queries.ts';
import { assertApprover, isSettledIn } from './assert-approver.ts';
import { readPolicy } from './policy-queries.ts';
import { spendAvailable } from './transfer-money.ts';
import { lockMoney } from './wallet-queries.ts';

async function post(tx: Tx, context: StaffContext, row: AdjustmentRow): Promise<void> {
  const { tenantId, walletId, amountFen } = row;
  await spendAvailable(
    tx,
    { tenantId, id: walletId },
    {
      key: `adjustment:${row.id}`,
      tenantId,
      kind: 'adjustment',
      subject: { kind: 'adjustment', id: row.id },
      legs: [
        { account: walletAccount(tenantId, walletId, 'available'), amount: amountFen },
        { account: platformAdjustment, amount: -amountFen },
      ],
      note: { remark: row.reason },
      at: context.clock.now(),
    },
  );
  await sendSystemMessage(tx, context.services.texts, {
    audience: { kind: 'tenant', tenantId },
    titleKey: amountFen < 0 ? 'wallet:message.deductedTitle' : 'wallet:message.returnedTitle',
    bodyKey: amountFen < 0 ? 'wallet:message.deductedBody' : 'wallet:message.returnedBody',
    params: { amount: formatFen(Math.abs(amountFen)), reason: row.reason },
    link: '/accountFlow',
  });
  await emit(tx, tenantTopic(tenantId), walletChanged, {});
}

async function log(tx: Tx, context: StaffContext, row: AdjustmentRow, label: string): Promise<void> {
  await audit(tx, context, {
    action: 'wallet.adjust',
    entity: 'walletAdjustment',
    entityId: row.id,
    label,
    tenantId: row.tenantId,
    after: { amountFen: row.amountFen, reason: row.reason, state: row.state },
  });
  await sendSystemMessage(tx, context.services.texts, {
    audience: { kind: 'realm', realm: 'platform' },
    titleKey: 'wallet:message.adjustmentTitle',
    bodyKey: `wallet:message.adjustment.${row.state}`,
    params: {
      name: context.session.name,
      tenant: label,
      amount: formatFen(row.amountFen),
      reason: row.reason,
    },
    link: '/money_adjustment',
  });
  await emit(tx, platformTopic, adjustmentChanged, { id: row.id });
}

export const adjustmentHandlers: Handlers<
  Pick<typeof walletContract, 'adjustMoney' | 'decideAdjustment' | 'listAdjustments'>
> = {
  async adjustMoney(context, input) {
    const { session } = context;
    const { tenantId, reason, requestId } = input;
    const amountFen = input.direction === 'deduct' ? -input.amountFen : input.amountFen;
    return context.db.transaction(async (tx) => {
      const tenant = await findTenant(tx, tenantId);
      if (!tenant || tenant.realm === 'platform')
        throw invalidField('tenantId', 'wallet:error.noOrganisation');
      // what one person gives in a day is added up over all receivers: always hold the person before the organisation
      await holdName(tx, 'giver of adjustments', session.userId);
      await lockMoney(tx, tenantId);
      const [earlier] = await find(tx, tenantScope(tenantId), walletAdjustments, { requestId });
      if (earlier) {
        if (earlier.amountFen !== amountFen || earlier.reason !== reason)
          throw conflict('wallet:error.otherRequest');
        return { id: earlier.id, state: earlier.state };
      }
      const now = context.clock.now();
      const policy = await readPolicy(tx, now);
      const aloneFen = await adjustedAlone(tx, { userId: session.userId, tenantId }, businessDay(now));
      const waits =
        needsSecond(policy, input.amountFen, aloneFen) || !(await isSettledIn(tx, context, policy));
      const [row] = await insert(tx, tenantScope(tenantId), walletAdjustments, {
        id: newId(now.getTime()),
        createdAt: now,
        walletId: tenantId,
        amountFen,
        reason,
        requestId,
        state: waits ? 'waiting' : 'done',
        askedBy: session.userId,
        askedByName: session.name,
        ...(waits ? {} : { decidedBy: session.userId, decidedByName: session.name, decidedAt: now }),
      });
      if (!waits) await post(tx, context, row as AdjustmentRow);
      await log(tx, context, row as AdjustmentRow, tenant.name);
      return { id: (row as AdjustmentRow).id, state: (row as AdjustmentRow).state };
    });
  },

  async decideAdjustment(context, input) {
    const { session } = context;
    return context.db.transaction(async (tx) => {
      const [row] = await find(tx, platformScope, walletAdjustments, { id: input.id }, 'update');
      if (!row) throw missing();
      if (row.state !== 'waiting') throw conflict('wallet:error.alreadyDecided');
      // who asked may withdraw the wish, and never grant it
      if (input.approve && row.askedBy === session.userId) throw conflict('wallet:error.samePerson');
      if (input.approve) await assertApprover(tx, context, await readPolicy(tx, context.clock.now()));
      const [changed] = await update(
        tx,
        tenantScope(row.tenantId),
        walletAdjustments,
        { id: row.id },
        {
          state: input.approve ? 'done' : 'refused',
          decidedBy: session.userId,
          decidedByName: session.name,
          decidedAt: context.clock.now(),
        },
      );
      const decided = changed as AdjustmentRow;
      if (input.approve) await post(tx, context, decided);
      const names = await tenantNames(tx, [row.tenantId]);
      await log(tx, context, decided, names.get(row.tenantId) ?? '');
      return { state: decided.state };
    });
  },

  async listAdjustments({ db, session }, input) {
    const page = await pageAdjustments(db.read, input);
    return mapPage(page, ({ wallet_adjustment: row, organisation }) => ({
      ...row,
      tenantName: organisation.name,
      askedByMe: row.askedBy === session.userId,
    }));
  },
};
