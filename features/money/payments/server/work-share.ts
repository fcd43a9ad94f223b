import { postTransfers } from '#features/money/ledger/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { openText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import {
  ChannelRefused,
  type ProfitSharing,
  type SharingOrder,
  type SharingReceiver,
} from '#providers/pay-channel.ts';
import { sharingOf } from './channels.ts';
import { collectingAccount, collectorOf } from './collecting-account.ts';
import { tell } from './listeners.ts';
import { type PaymentRow, readPayment, subjectOf } from './payment-queries.ts';
import { requestRelease } from './releases.ts';
import { type Refusal, reasonText, sendOnce } from './send-once.ts';
import {
  changeShare,
  endLine,
  lockShare,
  readLines,
  receiverNamePurpose,
  type ShareLineRow,
  type ShareRow,
} from './share-queries.ts';

/** Sends a share, or asks for one that was sent; each receiver's result is taken down, and the whole booked at the end. */
export async function workShare(services: Services, share: ShareRow): Promise<void> {
  const sharing = sharingOf(services);
  const payment = await readPayment(services.db.read, share.tenantId, share.paymentId);
  if (!payment) throw new Error(`profit share ${share.id} of no payment`);
  const wanted = {
    transactionId: payment.transactionId as string,
    outOrderNo: share.outOrderNo,
    ...collectorOf(payment),
  };
  const answer = await sendOnce<SharingOrder>({
    sentBefore: share.state === 'sent',
    send: () => send(services, sharing, share, payment, wanted),
    ask: () => sharing.queryShare(wanted),
  });
  await services.db.transaction((tx) => settleShare(tx, services, share, payment, answer));
}

async function send(
  services: Services,
  sharing: ProfitSharing,
  share: ShareRow,
  payment: PaymentRow,
  wanted: { transactionId: string; outOrderNo: string; subMerchant?: string },
): Promise<SharingOrder> {
  const open = (await readLines(services.db.read, share)).filter(({ state }) => state === 'requested');
  const known: ShareLineRow[] = [];
  for (const line of open) {
    const refusal = await addReceiver(sharing, {
      ...receiverOf(services, line),
      ...collectorOf(payment),
    });
    if (refusal === undefined) known.push(line);
    // before the rest is sent: sent again, it must say the same
    else await services.db.transaction((tx) => endLine(tx, line, 'failed', reasonText(refusal)));
  }
  if (known.length === 0) return { outOrderNo: share.outOrderNo, state: 'finished', receivers: [] };
  return sharing.share({
    ...wanted,
    receivers: known.map((line) => ({
      ...receiverOf(services, line),
      amountFen: line.amountFen,
      description: line.description,
    })),
    unfreezeRest: share.unfreezeRest,
  });
}

const receiverOf = (services: Services, line: ShareLineRow): SharingReceiver => ({
  type: line.type,
  account: line.account,
  ...(line.name && { name: openText(services.secrets, line.name, receiverNamePurpose) }),
});

async function addReceiver(
  sharing: ProfitSharing,
  receiver: Parameters<ProfitSharing['addReceiver']>[0],
): Promise<string | undefined> {
  try {
    await sharing.addReceiver(receiver);
    return undefined;
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    return error.message || error.code;
  }
}

async function settleShare(
  tx: Tx,
  services: Services,
  id: ShareRow,
  payment: PaymentRow,
  answer: SharingOrder | Refusal,
): Promise<void> {
  const share = await lockShare(tx, id);
  if (share.state !== 'sent' && share.state !== 'requested') return;
  for (const line of await readLines(tx, share)) {
    if (line.state !== 'requested') continue;
    const [state, reason] = resultOf(line, answer);
    if (state !== 'pending') await endLine(tx, line, state, reason);
  }
  const lines = await readLines(tx, share);
  if (lines.some(({ state }) => state === 'requested')) {
    await changeShare(tx, share, { lastError: null });
    return;
  }
  await endShare(tx, services, share, payment, lines);
}

function resultOf(
  line: ShareLineRow,
  answer: SharingOrder | Refusal,
): ['done' | 'failed' | 'pending', string | null] {
  if (answer.state === 'refused') return ['failed', reasonText(answer.message || answer.code)];
  const receiver = answer.receivers.find(
    ({ account, amountFen }) => account === line.account && amountFen === line.amountFen,
  );
  if (receiver?.result === 'success') return ['done', null];
  if (receiver?.result === 'closed') return ['failed', reasonText(receiver.reason ?? 'closed')];
  return ['pending', null];
}

async function endShare(
  tx: Tx,
  services: Services,
  share: ShareRow,
  payment: PaymentRow,
  lines: readonly ShareLineRow[],
): Promise<void> {
  const sumOf = (wanted: ShareLineRow['state']) =>
    lines.filter(({ state }) => state === wanted).reduce((sum, { amountFen }) => sum + amountFen, 0);
  const paying = collectingAccount(payment, 'paying');
  const ends = [
    { name: 'done', amountFen: sumOf('done'), target: collectingAccount(payment, 'clearing') },
    { name: 'failed', amountFen: sumOf('failed'), target: share.debit },
  ].filter(({ amountFen }) => amountFen > 0);
  const receiverKeys = lines.map(({ receiverKey }) => receiverKey);
  await tell(tx, services, 'sharesMoving', { tenantId: share.tenantId, receiverKeys });
  await postTransfers(
    tx,
    ends.map(({ name, amountFen, target }) => ({
      key: `profit-share-${name}:${share.id}`,
      tenantId: share.tenantId,
      kind: `profit-share-${name}`,
      legs: [
        { account: paying, amount: -amountFen },
        { account: target, amount: amountFen },
      ],
      subject: subjectOf(payment),
    })),
  );
  const nothingShared = lines.every(({ state }) => state === 'failed');
  await changeShare(tx, share, {
    state: 'ended',
    endedAt: services.clock.now(),
    nextTryAt: null,
    lastError: null,
  });
  await tell(tx, services, 'shareEnded', {
    ...pick(share, 'id', 'tenantId', 'key', 'paymentId'),
    lines: lines.map(({ receiverKey, amountFen, state, reason }) => ({
      receiverKey,
      amountFen,
      state: state === 'done' ? 'done' : 'failed',
      reason,
    })),
  });
  // nothing was shared, so nothing released the rest
  if (share.unfreezeRest && nothingShared)
    await requestRelease(tx, services, { tenantId: share.tenantId, paymentId: share.paymentId });
}
