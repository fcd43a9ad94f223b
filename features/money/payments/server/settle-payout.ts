import {
  channelAccount,
  clearing,
  postTransfers,
  reverseTransfer,
} from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelTransfer } from '#providers/pay-channel.ts';
import { bearLatePayout } from './late-payouts.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { subjectOf } from './payment-queries.ts';
import { changePayout, lockPayout, type PayoutRow } from './payout-queries.ts';
import { type Refusal, reasonText } from './send-once.ts';
import type { Settled } from './settle-trade.ts';

const viewOf = (row: PayoutRow) => ({
  id: row.id,
  tenantId: row.tenantId,
  subject: subjectOf(row),
  amountFen: row.amountFen,
});

/** What the platform says of a payout; ended ones stay ended. */
export async function settlePayout(
  tx: Tx,
  services: Services,
  id: Pick<PayoutRow, 'tenantId' | 'id'>,
  answer: ChannelTransfer | Refusal,
): Promise<Settled> {
  const payout = await lockPayout(tx, id);
  if (answer.state === 'refused') {
    if (payout.state !== 'done' && payout.state !== 'failed')
      await endPayout(tx, services, payout, 'failed', answer.message || answer.code);
    return 'settled';
  }
  if (answer.outBillNo !== payout.outBillNo) return 'order';
  if (answer.amountFen !== undefined && answer.amountFen !== payout.amountFen) return 'amount';
  if (payout.state === 'failed' && answer.state === 'done') return bearLatePayout(tx, services, payout);
  if (payout.state === 'done' || payout.state === 'failed') return 'repeated';
  const billNo = answer.billNo ?? payout.billNo;
  switch (answer.state) {
    case 'done':
      await endPayout(tx, services, { ...payout, billNo }, 'done', null);
      return 'settled';
    case 'failed':
      await endPayout(tx, services, { ...payout, billNo }, 'failed', answer.reason ?? 'failed');
      return 'settled';
    case 'waitConfirm':
      await waitForPayee(tx, services, { ...payout, billNo }, answer);
      return 'settled';
    case 'processing':
      await changePayout(tx, payout, { billNo, lastError: null });
      return 'settled';
    case 'absent':
      return 'repeated';
  }
}

/** Told when it becomes so, and again when the platform hands out another package to confirm with. */
async function waitForPayee(
  tx: Tx,
  services: Services,
  payout: PayoutRow,
  { confirm }: ChannelTransfer,
): Promise<void> {
  const isNew = confirm !== undefined && confirm.package !== payout.confirm?.package;
  await changePayout(tx, payout, {
    state: 'waitConfirm',
    billNo: payout.billNo,
    confirm: confirm ?? payout.confirm,
    lastError: null,
  });
  if (isNew) await tell(tx, services, 'payoutNeedsConfirm', { ...viewOf(payout), confirm });
}

async function endPayout(
  tx: Tx,
  services: Services,
  payout: PayoutRow,
  state: 'done' | 'failed',
  reason: string | null,
): Promise<void> {
  const outside = (['paying', 'clearing'] as const).map((purpose) => channelAccount(payout.channel, purpose));
  const { tenantId, subject } = viewOf(payout);
  await takeBeforehand(tx, services, { tenantId, subject, why: 'payoutEnded' }, outside);
  if (state === 'done')
    await postTransfers(tx, [
      {
        key: `payout-done:${payout.id}`,
        tenantId: payout.tenantId,
        kind: 'payout-done',
        legs: [
          { account: channelAccount(payout.channel, 'paying'), amount: -payout.amountFen },
          { account: clearing(payout.channel), amount: payout.amountFen },
        ],
        subject: subjectOf(payout),
      },
    ]);
  else
    await reverseTransfer(
      tx,
      { id: payout.transferId, tenantId: payout.tenantId },
      { key: `payout-failed:${payout.id}`, kind: 'payout-failed', at: services.clock.now() },
    );
  const failure = reason === null ? null : reasonText(reason);
  await changePayout(tx, payout, {
    state,
    failure,
    billNo: payout.billNo,
    confirm: null,
    endedAt: services.clock.now(),
    nextTryAt: null,
    lastError: null,
  });
  await tell(tx, services, 'payoutEnded', { ...viewOf(payout), state, reason: failure });
}
