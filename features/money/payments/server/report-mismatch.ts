import { and, eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import type { Trade } from '#providers/pay-channel.ts';
import type { DisputeSource, DisputeSubject, Mismatch } from '../contract/disputes.ts';
import { platformChanged } from '../contract/disputes.ts';
import { paymentDisputes } from '../tables.ts';
import { changePayment, lockPayment, type PaymentRow } from './payment-queries.ts';

type PaymentId = Pick<PaymentRow, 'tenantId' | 'id'>;

export interface Report {
  about: DisputeSubject;
  mismatch: Mismatch;
  /** what should have been paid, or returned */
  askedFen: number;
  /** what the platform says */
  said: Pick<Trade, 'amountFen' | 'currency' | 'transactionId'>;
  source: DisputeSource;
}

/**
 * What the platform says does not fit: nobody is credited, an administrator is told, once, however often the platform
 * repeats itself. Asking again changes nothing, so the payment is left alone until its time is over.
 */
export async function reportMismatch(services: Services, id: PaymentId, report: Report): Promise<void> {
  services.log.error(
    { paymentId: id.id, mismatch: report.mismatch },
    'a payment platform reports something else than was asked',
  );
  await services.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id.tenantId, id.id);
    if (!payment) return;
    const now = services.clock.now();
    const waits = payment.state === 'waiting' && report.source === 'query';
    await changePayment(tx, payment, {
      disputedAt: payment.disputedAt ?? now,
      ...(waits && payment.expiresAt > now && { nextTryAt: payment.expiresAt }),
    });
    if (await isNews(tx, payment, report, now)) await tellPlatform(tx, services, payment, report);
  });
}

/** Writes it down; false when the platform had said the same before. */
async function isNews(tx: Tx, payment: PaymentRow, report: Report, now: Date): Promise<boolean> {
  const { about, mismatch, askedFen, source } = report;
  const scope = tenantScope(payment.tenantId);
  const said = {
    about,
    mismatch,
    askedFen,
    reportedFen: report.said.amountFen ?? null,
    reportedCurrency: report.said.currency ?? null,
    transactionId: report.said.transactionId ?? null,
  };
  const dispute = rows(scope, paymentDisputes);
  const [known] = await tx.select().from(dispute).where(eq(dispute.id, payment.id));
  if (!known) {
    const fresh = { ...said, id: payment.id, createdAt: now, lastAt: now, source, state: 'open' as const };
    await insert(tx, scope, paymentDisputes, fresh);
    return true;
  }
  const same = (Object.keys(said) as (keyof typeof said)[]).every((name) => known[name] === said[name]);
  const again = { state: 'open' as const, endedAt: null, endedBy: null, endedByName: '', note: '' };
  await update(tx, scope, paymentDisputes, (columns) => eq(columns.id, payment.id), {
    lastAt: now,
    ...(!same && { ...said, source, ...again }),
  });
  return !same;
}

async function tellPlatform(
  tx: Tx,
  { texts }: Services,
  payment: PaymentRow,
  { mismatch, askedFen, said }: Report,
): Promise<void> {
  await sendSystemMessage(tx, texts, {
    audience: { kind: 'realm', realm: 'platform' },
    titleKey: 'payments:message.mismatchTitle',
    bodyKey: `payments:message.mismatch.${mismatch}`,
    params: {
      number: payment.outTradeNo,
      asked: formatFen(askedFen),
      reported: formatFen(said.amountFen ?? 0),
    },
    level: 'warning',
    link: '/payment_platforms',
  });
  await emit(tx, platformTopic, platformChanged);
}

/** The platform has told the right thing after all: there is nothing left to look at. */
export async function endDispute(tx: Tx, payment: PaymentId, now: Date): Promise<void> {
  await update(
    tx,
    tenantScope(payment.tenantId),
    paymentDisputes,
    (columns) => and(eq(columns.id, payment.id), eq(columns.state, 'open')),
    { state: 'settled', endedAt: now },
  );
  await emit(tx, platformTopic, platformChanged);
}
