import { platformFee, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import {
  latePayouts,
  onPayments,
  type PayoutEnd,
  takeOverLatePayout,
} from '#features/money/payments/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { announceWithdrawal, feeTransfer, tellPassed, tellToConfirm } from './move-withdrawal.ts';
import { changeWithdrawal, lockWithdrawal, type WithdrawalRow } from './withdrawal-queries.ts';

/**
 * What became of a payout. One that failed has given the money back to `frozen`: the withdrawal stands at the beginning
 * of the queue again, with the reason, and is approved again or rejected.
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
      approvedAt: null,
      secondBy: null,
      secondByName: '',
      payoutId: null,
      confirm: null,
    });
    await announceWithdrawal(tx, returned);
    // an earlier attempt may have been paid after all while this one was under way
    return takeLatePayout(tx, services, returned);
  }
  await pass(tx, services, row);
}

async function pass(tx: Tx, services: Services, row: WithdrawalRow): Promise<void> {
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

/**
 * A payout that had failed was paid after all. While its money is still frozen for the withdrawal, that is what it was
 * paid with, and the withdrawal has passed. Once it was given back, or paid again, people take it back.
 */
async function takeLatePayout(tx: Tx, services: Services, row: WithdrawalRow): Promise<void> {
  const inHand = row.state === 'untreated' || (row.state === 'processing' && !isUnderWay(row));
  if (!inHand) return;
  const [late] = await latePayouts(tx, row.tenantId, { kind: 'withdrawal', id: row.id });
  if (!late) return;
  await takeOverLatePayout(tx, services, {
    tenantId: row.tenantId,
    id: late.id,
    debit: walletAccount(row.tenantId, row.walletId, 'frozen'),
  });
  await pass(tx, services, row);
}

const isUnderWay = ({ step }: WithdrawalRow) => step === 'paying' || step === 'confirm';

export function watchPayouts(services: Services): void {
  onPayments(services, {
    moving: async (tx, { subject, why }) => {
      if ((why !== 'payoutEnded' && why !== 'payoutDoneLate') || subject.kind !== 'withdrawal') return [];
      const { tenantId, walletId } = await lockWithdrawal(tx, subject.id);
      return [walletAccount(tenantId, walletId, 'frozen'), platformFee];
    },
    payoutEnded: (tx, payout) => payoutEnded(tx, services, payout),
    payoutDoneLate: async (tx, payout) => {
      if (payout.subject.kind === 'withdrawal')
        await takeLatePayout(tx, services, await lockWithdrawal(tx, payout.subject.id));
    },
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
