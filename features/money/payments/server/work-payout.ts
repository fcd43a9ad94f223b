import { openText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { channelOf, noticeUrl } from './channels.ts';
import { changePayout, type PayoutRow, payeeNamePurpose } from './payout-queries.ts';
import { sendOnce } from './send-once.ts';
import { settlePayout } from './settle-payout.ts';
import { isShortage, reportShortage, shortageCode } from './shortage.ts';

/** Sends a payout, or asks for one that was sent; the answer is booked. */
export async function workPayout(services: Services, payout: PayoutRow): Promise<void> {
  const channel = channelOf(services, payout.channel);
  const { outBillNo } = payout;
  const answer = await sendOnce({
    sentBefore: payout.state !== 'requested',
    send: () =>
      channel.transfer({
        outBillNo,
        amountFen: payout.amountFen,
        payeeId: payout.payeeId,
        ...(payout.payeeName && {
          payeeName: openText(services.secrets, payout.payeeName, payeeNamePurpose),
        }),
        remark: payout.remark,
        notifyUrl: noticeUrl(services, channel.name),
      }),
    ask: () => channel.queryTransfer(outBillNo),
  });
  if (isShortage(services, answer, payout.createdAt)) {
    await reportShortage(services, channel.name, { ...payout, subMerchant: null }, () =>
      noteError(services, payout, shortageCode),
    );
    return;
  }
  const settled = await services.db.transaction((tx) => settlePayout(tx, services, payout, answer));
  if (settled !== 'settled' && settled !== 'repeated') {
    services.log.error({ payoutId: payout.id, mismatch: settled }, 'a payout is another one at the platform');
    await noteError(services, payout, settled);
  }
}

async function noteError(services: Services, payout: PayoutRow, error: string): Promise<boolean> {
  if (payout.lastError === error) return false;
  await services.db.transaction((tx) => changePayout(tx, payout, { lastError: error }));
  return true;
}
