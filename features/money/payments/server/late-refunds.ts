import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import {
  type AccountName,
  directAccount,
  type Leg,
  platformFee,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { paymentRefunds } from '../tables.ts';
import { collectingAccount } from './collecting-account.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { changePayment, lockPayment, type PaymentRow, readPayment, subjectOf } from './payment-queries.ts';
import { changeRefund, lockRefund, type RefundRow } from './refund-queries.ts';
import type { Settled } from './settle-trade.ts';

/** The payment as it was made; who collects never changes, so it needs no lock. */
export async function originOf(tx: Tx, refund: RefundRow): Promise<PaymentRow> {
  const payment = await readPayment(tx, refund.tenantId, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.id} of no payment`);
  return payment;
}

/** The platform's own earnings or, at a number of the merchant's own, an account that shows what is open. */
const bearerOf = (origin: PaymentRow): AccountName =>
  origin.subMerchant === null
    ? platformFee
    : directAccount(origin.tenantId, origin.channel as ChannelName, 'late');

/**
 * A refund the platform had refused was returned after all: somebody sent it again by hand at the platform. The money has
 * left, so somebody bears it at once; the owner of the subject then takes it over. What nobody takes over, people settle.
 */
export async function bearLateRefund(tx: Tx, services: Services, refund: RefundRow): Promise<Settled> {
  if (refund.returnedLateAt) return 'repeated';
  const { tenantId } = refund;
  const origin = await originOf(tx, refund);
  const subject = subjectOf(refund);
  const [bearer, clearing] = [bearerOf(origin), collectingAccount(origin, 'clearing')];
  await takeBeforehand(tx, services, { tenantId, subject, why: 'refundReturnedLate' }, [bearer, clearing]);
  await postTransfers(tx, [
    {
      key: `refund-late:${refund.id}`,
      tenantId,
      kind: 'refund-late',
      legs: [
        { account: bearer, amount: -refund.amountFen },
        { account: clearing, amount: refund.amountFen },
      ],
      subject,
    },
  ]);
  await changeRefund(tx, refund, { returnedLateAt: services.clock.now() });
  await tell(tx, services, 'refundReturnedLate', {
    id: refund.id,
    tenantId,
    paymentId: refund.paymentId,
    subject,
    amountFen: refund.amountFen,
  });
  const { lateSettledAt, lateBorneFen } = await lockRefund(tx, refund);
  if (!lateSettledAt || lateBorneFen > 0) await tellPeople(tx, services, refund, origin);
  return 'settled';
}

async function tellPeople(tx: Tx, { texts }: Services, refund: RefundRow, origin: PaymentRow): Promise<void> {
  const direct = origin.subMerchant !== null;
  await sendSystemMessage(tx, texts, {
    audience: direct ? { kind: 'tenant', tenantId: refund.tenantId } : { kind: 'realm', realm: 'platform' },
    titleKey: 'payments:message.lateRefundTitle',
    bodyKey: direct ? 'payments:message.ownLateRefundBody' : 'payments:message.lateRefundBody',
    params: { number: refund.outRefundNo },
    level: 'warning',
    link: direct ? '/paymentChannel' : '/payment_platforms',
  });
}

/** Which of some refunds were returned after they had failed and wait for their owner. */
export async function lateRefunds(
  reader: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const refund = rows(tenantScope(tenantId), paymentRefunds);
  const found = await reader
    .select({ id: refund.id })
    .from(refund)
    .where(and(inArray(refund.id, [...ids]), isNotNull(refund.returnedLateAt), isNull(refund.lateSettledAt)));
  return new Set(found.map(({ id }) => id));
}

/**
 * The owner gives to the side that bore it what it has of the debits; the rest stays borne. From then on the payment counts as
 * refunded by it, so that the same money is not asked back again.
 */
export async function takeOverLateRefund(
  tx: Tx,
  services: Services,
  request: { tenantId: string; id: string; debits: readonly Leg[] },
): Promise<void> {
  const refund = await lockRefund(tx, request);
  const payment = await lockPayment(tx, refund.tenantId, refund.paymentId);
  const takenFen = -request.debits.reduce((sum, { amount }) => sum + amount, 0);
  if (!payment || !refund.returnedLateAt || refund.lateSettledAt)
    throw new Error(`refund ${refund.id} was not returned late, or is settled`);
  if (request.debits.some(({ amount }) => amount >= 0) || takenFen > refund.amountFen)
    throw new RangeError(`refund ${refund.id}: debits of ${takenFen} for ${refund.amountFen}`);
  if (takenFen > 0)
    await postTransfers(tx, [
      {
        key: `refund-late-settled:${refund.id}`,
        tenantId: refund.tenantId,
        kind: 'refund-late-settled',
        legs: [...request.debits, { account: bearerOf(payment), amount: takenFen }],
        subject: subjectOf(refund),
        at: services.clock.now(),
      },
    ]);
  await changeRefund(tx, refund, {
    lateSettledAt: services.clock.now(),
    lateBorneFen: refund.amountFen - takenFen,
  });
  await changePayment(tx, payment, { refundedFen: payment.refundedFen + refund.amountFen });
}
