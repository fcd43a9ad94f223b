import { tenantNames } from '#features/accounts/server/public.ts';
import { findOrders } from '#features/orders/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { type disputesContract, platformChanged } from '../contract/disputes.ts';
import { paymentDisputes } from '../tables.ts';
import { pageDisputes } from './dispute-queries.ts';

export const disputeHandlers: Handlers<typeof disputesContract> = {
  async listDisputes({ db }, input) {
    const page = await pageDisputes(db.read, input);
    const orderIds = page.records.flatMap(({ subjectKind, subjectId }) =>
      subjectKind === 'order' ? subjectId : [],
    );
    const [orders, names] = await Promise.all([
      findOrders(db.read, platformScope, orderIds),
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
    await context.db.transaction(async (tx) => {
      const [row] = await find(tx, platformScope, paymentDisputes, { id }, 'update');
      if (!row) throw missing();
      if (row.state !== 'open') throw conflict('payments:error.disputeEnded');
      const { session, clock } = context;
      await update(
        tx,
        tenantScope(row.tenantId),
        paymentDisputes,
        { id },
        {
          state: 'resolved',
          endedAt: clock.now(),
          endedBy: session.userId,
          endedByName: session.name,
          note,
        },
      );
      await audit(tx, context, {
        action: 'payments.resolveDispute',
        entity: 'payment',
        entityId: id,
        label: row.transactionId ?? id,
        tenantId: row.tenantId,
        before: { state: row.state },
        after: { state: 'resolved', note },
      });
      await emit(tx, platformTopic, platformChanged);
    });
    return {};
  },
};
