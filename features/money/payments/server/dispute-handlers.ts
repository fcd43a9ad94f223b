import { findSubjects } from '#features/money/ledger/server/public.ts';
import { change, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { disputesContract } from '../contract/disputes.ts';
import { paymentDisputes } from '../tables.ts';
import { pageDisputes } from './dispute-queries.ts';
import { merchantNames, platformCase, resolvedBy } from './platform-cases.ts';

const dispute = subjectOf(paymentDisputes, {
  ...platformCase,
  label: ({ transactionId, id }) => transactionId ?? id,
});

export const disputeHandlers: Handlers<typeof disputesContract> = {
  async listDisputes({ db, services }, input) {
    const page = await pageDisputes(db.read, input);
    const [orders, nameOf] = await Promise.all([
      findSubjects(services, db.read, platformScope, 'order', page.records),
      merchantNames(db.read, page.records),
    ]);
    const numberOf = new Map(orders.map(({ id, number }) => [id, number]));
    return mapPage(page, (row) => {
      const orderNumber = numberOf.get(row.subjectId) ?? null;
      return {
        ...row,
        tenantName: nameOf(row),
        orderNumber,
        subject: orderNumber ?? row.description,
      };
    });
  },

  async resolveDispute(context, { id, note }) {
    await change(context, dispute, { id, action: 'payments.resolveDispute' }, resolvedBy(context, note));
  },
};
