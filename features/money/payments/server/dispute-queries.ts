import { and, eq, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { payChannels } from '../contract/channels.ts';
import type { disputesContract } from '../contract/disputes.ts';
import { paymentDisputes, payments } from '../tables.ts';

/** Disputes with the payments they are about. */
export function pageDisputes(reader: Reader, input: ParsedInputOf<typeof disputesContract.listDisputes>) {
  const dispute = rows(platformScope, paymentDisputes);
  const payment = rows(platformScope, payments);
  const { tenantId, id, createdAt, lastAt, about, mismatch, askedFen, reportedFen, reportedCurrency } =
    dispute;
  const { transactionId, state, endedAt, endedByName, note } = dispute;
  const { outTradeNo, description, subjectKind, subjectId } = payment;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ tenantId, id, createdAt, lastAt, about, mismatch, askedFen, reportedFen, reportedCurrency },
          ...{ transactionId, state, endedAt, endedByName, note },
          ...{ outTradeNo, description, subjectKind, subjectId },
          // Only what goes through a platform can be disputed.
          channel: sql<(typeof payChannels)[number]>`${payment.channel}`,
          paymentState: payment.state,
        })
        .from(dispute)
        .innerJoin(payment, and(eq(payment.tenantId, dispute.tenantId), eq(payment.id, dispute.id))),
    filters: { state: equals(dispute.state) },
    ...newestFirst(dispute),
  });
}
