import {
  type AccountName,
  counterAccount,
  postTransfers,
  type TransferRequest,
} from '#features/money/ledger/server/public.ts';
import { collectingNumber } from '#features/money/onboarding/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { payments } from '../tables.ts';
import { channelOf } from './channels.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { outNumber, type PaymentRow, readPaymentsOf, viewOf } from './payment-queries.ts';
import type { CounterRequest, Payment, PaymentRequest, Subject } from './types.ts';

const longestDescription = 40;

function checkAmount(amountFen: number): void {
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0) throw invalid('payments:error.amount');
}

/** Step 1, in the caller's transaction: the row. Step 2 after commit: `preparePayment`. */
export async function createPayment(tx: Tx, services: Services, request: PaymentRequest): Promise<Payment> {
  checkAmount(request.amountFen);
  channelOf(services, request.channel);
  const { tenantId, channel } = request;
  const subMerchant = request.mayCollectDirectly
    ? await collectingNumber(tx, services, tenantId, channel)
    : null;
  const values = askedRow(request, services.clock.now(), subMerchant);
  const [row] = await insert(tx, tenantScope(tenantId), payments, values);
  return viewOf(row as PaymentRow);
}

/** As it is asked of a platform. */
export function askedRow(request: PaymentRequest, at: Date, subMerchant: string | null) {
  const id = newId();
  return {
    id,
    createdAt: at,
    subjectKind: request.subject.kind,
    subjectId: request.subject.id,
    channel: request.channel,
    state: 'created' as const,
    outTradeNo: outNumber(id),
    amountFen: request.amountFen,
    description: request.description.slice(0, longestDescription),
    scene: request.scene,
    payerId: request.payerId ?? null,
    returnUrl: request.returnUrl ?? null,
    profitSharing: request.profitSharing,
    subMerchant,
    credit: request.credit,
    expiresAt: request.expiresAt,
    nextTryAt: request.expiresAt,
  };
}

/** Cash taken by staff: paid at once, in the caller's transaction, its listeners included. */
export async function takeCounterPayment(
  tx: Tx,
  services: Services,
  request: CounterRequest,
): Promise<Payment> {
  checkAmount(request.amountFen);
  const now = services.clock.now();
  const [row] = await insert(tx, tenantScope(request.tenantId), payments, cashRow(request, now));
  const payment = viewOf(row as PaymentRow);
  const till = counterAccount(request.tenantId);
  const { tenantId, subject } = payment;
  await takeBeforehand(tx, services, { tenantId, subject, why: 'paid' }, [till, request.credit]);
  await bookPaid(tx, payment, till, request.credit, now, {
    userId: request.user.id,
    userName: request.user.name,
  });
  await tell(tx, services, 'paid', payment);
  return payment;
}

/** Cash is paid when it is asked for. */
export function cashRow(request: CounterRequest, at: Date) {
  const id = newId();
  return {
    id,
    createdAt: at,
    subjectKind: request.subject.kind,
    subjectId: request.subject.id,
    channel: 'counter' as const,
    state: 'paid' as const,
    outTradeNo: outNumber(id),
    amountFen: request.amountFen,
    description: '',
    scene: 'counter' as const,
    profitSharing: false,
    credit: request.credit,
    expiresAt: at,
    paidAt: at,
  };
}

/** The one movement of a payment. */
export const movementOf = (
  payment: Payment,
  from: AccountName,
  credit: AccountName,
  at: Date,
  note: Record<string, unknown> = {},
): TransferRequest => ({
  key: `payment:${payment.id}`,
  tenantId: payment.tenantId,
  kind: 'payment',
  legs: [
    { account: from, amount: -payment.amountFen },
    { account: credit, amount: payment.amountFen },
  ],
  subject: payment.subject,
  note: { channel: payment.channel, ...note },
  at,
});

export async function bookPaid(tx: Tx, ...movement: Parameters<typeof movementOf>): Promise<void> {
  await postTransfers(tx, [movementOf(...movement)]);
}

export async function findPayments(reader: Reader, tenantId: string, subject: Subject): Promise<Payment[]> {
  return (await readPaymentsOf(reader, tenantId, subject)).map(viewOf);
}
