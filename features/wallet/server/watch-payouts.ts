import { postTransfers } from '#features/ledger/server/public.ts';
import { onPayments, type PayoutEnd } from '#features/payments/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { announceWithdrawal, feeTransfer, tellPassed, tellToConfirm } from './move-withdrawal.ts';
import { changeWithdrawal, lockWithdrawal } from './withdrawal-queries.ts';

/**
 * What became of a payout. One that failed has given the money back to `frozen`: the withdrawal stands at the beginning
 * of the queue again, with the reason, and is approved anew or rejected.
 */
async function payoutEnded(tx: Tx, services: Services, payout: PayoutEnd): Promise<void> {
  if (payout.subject.kind !== 'withdrawal') return;
  const row = await lockWithdrawal(tx, payout.subject.id);
  if (row.payoutId !== payout.id || row.state !== 'processing') return;
  if (payout.state === 'failed') {
    const returned = await changeWithdrawal(tx, row, {
      state: 'untreated',
      step: null,
      failure: payout.reason ?? '',
      takenBy: null,
      takenByName: '',
      approvedBy: null,
      approvedByName: '',
      secondBy: null,
      secondByName: '',
      payoutId: null,
      confirm: null,
    });
    return announceWithdrawal(tx, returned);
  }
  const fee = feeTransfer(row);
  if (fee.length > 0) await postTransfers(tx, fee);
  const passed = await changeWithdrawal(tx, row, {
    state: 'passed',
    step: null,
    confirm: null,
    decidedBy: row.secondBy ?? row.approvedBy,
    decidedByName: row.secondByName || row.approvedByName,
    endedAt: services.clock.now(),
  });
  await tellPassed(tx, services, passed);
  await announceWithdrawal(tx, passed);
}

export function watchPayouts(services: Services): void {
  onPayments(services, {
    payoutEnded: (tx, payout) => payoutEnded(tx, services, payout),
    payoutNeedsConfirm: async (tx, payout) => {
      if (payout.subject.kind !== 'withdrawal') return;
      const row = await lockWithdrawal(tx, payout.subject.id);
      if (row.payoutId !== payout.id || row.step !== 'paying') return;
      const waiting = await changeWithdrawal(tx, row, { step: 'confirm', confirm: payout.confirm });
      await tellToConfirm(tx, services, waiting);
      await announceWithdrawal(tx, waiting);
    },
  });
}
