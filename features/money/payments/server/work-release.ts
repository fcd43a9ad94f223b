import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { ChannelRefused, type SharingOrder } from '#providers/pay-channel.ts';
import type { ReleaseState } from '../contract.ts';
import { paymentRefunds, profitShares } from '../tables.ts';
import { sharingOf } from './channels.ts';
import { collectorOf } from './collecting-account.ts';
import { tell } from './listeners.ts';
import { type PaymentRow, readPayment } from './payment-queries.ts';
import { changeRelease, keptApartMs, type ReleaseRow } from './releases.ts';
import { reasonText, sendOnce } from './send-once.ts';

/** A share on its way decides itself what it needs of the money; the release waits for it. */
async function shareUnderWay(reader: Reader, payment: PaymentRow): Promise<boolean> {
  const share = rows(tenantScope(payment.tenantId), profitShares);
  const [found] = await reader
    .select({ id: share.id })
    .from(share)
    .where(and(eq(share.paymentId, payment.id), notInArray(share.state, ['ended'])))
    .limit(1);
  return found !== undefined;
}

async function refundUnderWay(reader: Reader, payment: PaymentRow): Promise<boolean> {
  const refund = rows(tenantScope(payment.tenantId), paymentRefunds);
  const [found] = await reader
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.paymentId, payment.id), inArray(refund.state, ['requested', 'sent'])))
    .limit(1);
  return found !== undefined;
}

async function end(
  services: Services,
  release: ReleaseRow,
  state: Exclude<ReleaseState, 'requested' | 'sent'>,
  reason: string | null = null,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isFirst = await changeRelease(tx, release, {
      state,
      reason,
      endedAt: services.clock.now(),
      nextTryAt: null,
      lastError: null,
    });
    const { tenantId, paymentId } = release;
    if (isFirst) await tell(tx, services, 'released', { tenantId, paymentId, state, reason });
  });
}

/**
 * Asks WeChat to release what is kept apart, and what became of it. A refund of the whole leaves nothing to release, and
 * is paid out of what is kept apart without our doing.
 */
export async function workRelease(services: Services, release: ReleaseRow): Promise<void> {
  const { read } = services.db;
  const payment = await readPayment(read, release.tenantId, release.paymentId);
  if (!payment) throw new Error(`release ${release.id} of no payment`);
  if (services.clock.now().getTime() - (payment.paidAt as Date).getTime() > keptApartMs) {
    await end(services, release, 'lapsed');
    return;
  }
  if (payment.refundedFen >= payment.amountFen) {
    if (!(await refundUnderWay(read, payment))) await end(services, release, 'needless');
    return;
  }
  if (await shareUnderWay(read, payment)) return;
  const answer = await send(services, release, payment);
  if (answer.state === 'finished') await end(services, release, 'released');
  else if (answer.state === 'refused') await refused(services, release, answer);
}

function send(services: Services, release: ReleaseRow, payment: PaymentRow) {
  const sharing = sharingOf(services);
  const wanted = {
    transactionId: payment.transactionId as string,
    outOrderNo: release.outOrderNo,
    ...collectorOf(payment),
  };
  const description = services.texts.say('zh-cn', 'payments:wechat.release');
  return sendOnce<SharingOrder>({
    sentBefore: release.state === 'sent',
    send: () => sharing.unfreeze({ ...wanted, description }),
    ask: () => sharing.queryShare(wanted),
  });
}

/** That nothing is left is what was wanted; every other no is asked again until WeChat's time is over. */
async function refused(
  services: Services,
  release: ReleaseRow,
  { code, message }: { code: string; message: string },
): Promise<void> {
  if (code !== 'insufficient') throw new ChannelRefused(code, message || code);
  await end(services, release, 'released', reasonText(message || code));
}
