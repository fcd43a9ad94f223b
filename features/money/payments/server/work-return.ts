import { postTransfers } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { ChannelRefused, type ProfitSharing, type ShareReturn } from '#providers/pay-channel.ts';
import { sharingOf } from './channels.ts';
import { collectingAccount, collectorOf } from './collecting-account.ts';
import { tell } from './listeners.ts';
import { type PaymentRow, readPayment, subjectOf } from './payment-queries.ts';
import { type Refusal, reasonText } from './send-once.ts';
import { readLines, readShare, type ShareLineRow, type ShareRow } from './share-queries.ts';
import { changeReturn, lockReturn, type ReturnRow } from './share-returns.ts';

/** A no may pass (a share that WeChat has not closed yet, a balance that comes): about twenty minutes of tries. */
const mostRefusals = 6;

interface Asked {
  payment: PaymentRow;
  share: ShareRow;
  line: ShareLineRow;
}

/** Asks WeChat to take a share back, or what became of it. */
export async function workReturn(services: Services, back: ReturnRow): Promise<void> {
  const { read } = services.db;
  const payment = await readPayment(read, back.tenantId, back.paymentId);
  const share = await readShare(read, back.tenantId, back.shareId);
  const line = share && (await readLines(read, share)).find(({ place }) => place === back.place);
  if (!payment || !share || !line) throw new Error(`return ${back.id} of no share`);
  const asked = { payment, share, line };
  const answer = await ask(sharingOf(services), back, asked);
  await services.db.transaction((tx) => settle(tx, services, back, asked, answer));
}

/**
 * Under way at WeChat can also mean that the receiver has too little: said again under the same number it goes through as
 * soon as there is enough, and it can not happen twice.
 */
async function ask(
  sharing: ProfitSharing,
  back: ReturnRow,
  { payment, share, line }: Asked,
): Promise<ShareReturn | Refusal> {
  const wanted = {
    outOrderNo: share.outOrderNo,
    outReturnNo: back.outReturnNo,
    ...collectorOf(payment),
  };
  if (back.state === 'sent') {
    const known = await sharing.queryReturn(wanted);
    if (known.state === 'success' || known.state === 'failed') return known;
  }
  try {
    return await sharing.returnShare({
      ...wanted,
      receiverMerchantId: line.account,
      amountFen: back.amountFen,
      description: back.description,
    });
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    const known = await sharing.queryReturn(wanted);
    if (known.state !== 'absent') return { ...known, reason: known.reason ?? error.message };
    return { state: 'refused', code: error.code, message: error.message };
  }
}

async function settle(
  tx: Tx,
  services: Services,
  id: ReturnRow,
  asked: Asked,
  answer: ShareReturn | Refusal,
): Promise<void> {
  const back = await lockReturn(tx, id);
  if (back.state !== 'sent' && back.state !== 'requested') return;
  if (answer.state === 'refused') {
    const reason = reasonText(answer.message || answer.code);
    if (back.attempts >= mostRefusals) await end(tx, services, back, asked, 'failed', reason);
    else await changeReturn(tx, back, { lastError: reason });
    return;
  }
  if (answer.amountFen !== undefined && answer.amountFen !== back.amountFen)
    throw new Error(`return ${back.id}: ${answer.amountFen} instead of ${back.amountFen}`);
  if (answer.state === 'success') await end(tx, services, back, asked, 'done', null);
  else if (answer.state === 'failed')
    await end(tx, services, back, asked, 'failed', reasonText(answer.reason ?? 'failed'));
  else await changeReturn(tx, back, { lastError: answer.reason ? reasonText(answer.reason) : null });
}

async function end(
  tx: Tx,
  services: Services,
  back: ReturnRow,
  { payment, share, line }: Asked,
  state: 'done' | 'failed',
  reason: string | null,
): Promise<void> {
  const { tenantId } = back;
  await tell(tx, services, 'sharesMoving', { tenantId, receiverKeys: [line.receiverKey] });
  if (state === 'done')
    await postTransfers(tx, [
      {
        key: `profit-share-return:${back.id}`,
        tenantId: back.tenantId,
        kind: 'profit-share-return',
        legs: [
          { account: collectingAccount(payment, 'clearing'), amount: -back.amountFen },
          { account: share.debit, amount: back.amountFen },
        ],
        subject: subjectOf(payment),
        note: { paymentId: payment.id },
      },
    ]);
  const endedAt = services.clock.now();
  await changeReturn(tx, back, { state, reason, endedAt, nextTryAt: null, lastError: null });
  await tell(tx, services, 'shareReturned', {
    id: back.id,
    tenantId: back.tenantId,
    paymentId: payment.id,
    receiverKey: line.receiverKey,
    amountFen: back.amountFen,
    state,
    reason,
  });
}
