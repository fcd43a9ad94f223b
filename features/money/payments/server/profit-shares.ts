import { postTransfers } from '#features/money/ledger/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { profitShareLines, profitShares } from '../tables.ts';
import { collectingAccount } from './collecting-account.ts';
import { lockPayment, outNumber, type PaymentRow } from './payment-queries.ts';
import { readRelease } from './releases.ts';
import { wakeWorkers } from './schedule.ts';
import { firstTryAt, readLines, readShareByKey, receiverNamePurpose } from './share-queries.ts';
import type { ShareRequest } from './types.ts';

function totalOf({ key, lines }: ShareRequest): number {
  if (lines.length === 0 || lines.some(({ amountFen }) => !Number.isSafeInteger(amountFen) || amountFen <= 0))
    throw new RangeError(`profit share ${key}: lines`);
  if (new Set(lines.map(({ type, account }) => `${type} ${account}`)).size !== lines.length)
    throw new RangeError(`profit share ${key}: a receiver stands twice`);
  return lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
}

/**
 * WeChat profit sharing out of one payment, in the caller's transaction: debit → channel paying. It leaves after commit,
 * a minute after the payment at the earliest. The limits are the caller's to respect; what WeChat refuses comes back
 * as failed lines.
 */
export async function requestProfitShare(
  tx: Tx,
  services: Services,
  request: ShareRequest,
): Promise<{ id: string }> {
  const totalFen = totalOf(request);
  const payment = await lockPayment(tx, request.tenantId, request.paymentId);
  if (!payment) throw missing();
  const earlier = await readShareByKey(tx, request.tenantId, request.key);
  if (earlier) {
    const lines = await readLines(tx, earlier);
    const earlierFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
    if (earlier.paymentId !== request.paymentId || earlierFen !== totalFen)
      throw conflict('payments:error.keyReused');
    return { id: earlier.id };
  }
  if (payment.state !== 'paid') throw conflict('payments:error.notPaid');
  if (payment.channel !== 'wechat' || !payment.profitSharing) throw invalid('payments:error.notShareable');
  if (await readRelease(tx, request.tenantId, request.paymentId))
    throw invalid('payments:error.notShareable');
  return writeShare(tx, services, payment, request, totalFen);
}

async function writeShare(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  request: ShareRequest,
  totalFen: number,
): Promise<{ id: string }> {
  const id = newId();
  const now = services.clock.now();
  const scope = tenantScope(payment.tenantId);
  await postTransfers(tx, [
    {
      key: `profit-share:${id}`,
      tenantId: payment.tenantId,
      kind: 'profit-share',
      legs: [
        { account: request.debit, amount: -totalFen },
        { account: collectingAccount(payment, 'paying'), amount: totalFen },
      ],
      subject: { kind: payment.subjectKind, id: payment.subjectId },
      note: { paymentId: payment.id },
    },
  ]);
  await insert(tx, scope, profitShares, {
    id,
    createdAt: now,
    paymentId: payment.id,
    key: request.key,
    outOrderNo: outNumber(id),
    state: 'requested',
    unfreezeRest: request.unfreezeRest,
    debit: request.debit,
    nextTryAt: firstTryAt(payment, now),
  });
  await insert(
    tx,
    scope,
    profitShareLines,
    request.lines.map(({ name, ...line }, place) => ({
      ...line,
      shareId: id,
      place,
      name: name ? sealText(services.secrets, name, receiverNamePurpose) : null,
      state: 'requested' as const,
    })),
  );
  await wakeWorkers(tx);
  return { id };
}
