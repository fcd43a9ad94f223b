import { tenantNames } from '#features/accounts/server/public.ts';
import { findSubjects } from '#features/ledger/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { change, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { platformTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { type disputesContract, platformChanged } from '../contract/disputes.ts';
import { paymentDisputes } from '../tables.ts';
import { pageDisputes } from './dispute-queries.ts';

const dispute = subjectOf(paymentDisputes, {
  entity: 'payment',
  label: ({ transactionId, id }) => transactionId ?? id,
  // who ended it, and when, is what the line of the log says by itself
  unlogged: ['endedAt', 'endedBy', 'endedByName'],
  tells: () => [told(platformTopic, platformChanged)],
});

export const disputeHandlers: Handlers<typeof disputesContract> = {
  async listDisputes({ db, services }, input) {
    const page = await pageDisputes(db.read, input);
    const [orders, names] = await Promise.all([
      findSubjects(services, db.read, platformScope, 'order', page.records),
      tenantNames(
        db.read,
        page.records.map(({ tenantId }) => tenantId),
      ),
    ]);
    const numberOf = new Map(orders.map(({ id, number }) => [id, number]));
    return mapPage(page, (row) => {
      const orderNumber = numberOf.get(row.subjectId) ?? null;
      return {
        ...row,
        tenantName: names.get(row.tenantId) ?? '',
        orderNumber,
        subject: orderNumber ?? row.description,
      };
    });
  },

  /** Somebody looked it up at the platform and saw to it there; our books have nothing to do with it. */
  async resolveDispute(context, { id, note }) {
    const { session, clock } = context;
    await change(context, dispute, { id, action: 'payments.resolveDispute' }, ({ state }) => {
      if (state !== 'open') throw conflict('payments:error.disputeEnded');
      return {
        state: 'resolved' as const,
        endedAt: clock.now(),
        endedBy: session.userId,
        endedByName: session.name,
        note,
      };
    });
    return {};
  },
};
