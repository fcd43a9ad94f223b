import { conflict } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { WithdrawalState } from '../contract/shared.ts';
import { announceWithdrawal, giveBack } from './move-withdrawal.ts';
import { spendableWallet } from './wallet-queries.ts';
import { changeWithdrawal, lockWithdrawal } from './withdrawal-queries.ts';

/** A person who may spend from the wallet may take a request back; from the moment somebody took it on, it is the platform's. */
export const cancelWithdrawal = (
  context: StaffContext,
  { id }: { id: string },
): Promise<{ state: WithdrawalState }> =>
  context.db.transaction(async (tx) => {
    const { session, clock } = context;
    const row = await lockWithdrawal(tx, id, tenantScope(session.tenantId));
    await spendableWallet(tx, session, row.walletId);
    if (row.endedAt !== null) throw conflict('wallet:error.alreadyDecided');
    if (row.state !== 'untreated') throw conflict('wallet:error.alreadyTaken');
    await giveBack(tx, row, 'withdrawal-cancelled');
    const cancelled = await changeWithdrawal(tx, row, {
      state: 'cancelled',
      decidedBy: session.userId,
      decidedByName: session.name,
      endedAt: clock.now(),
    });
    await audit(tx, context, {
      action: 'wallet.cancelWithdrawal',
      entity: 'withdrawal',
      entityId: row.id,
      label: row.targetName || row.userName,
      before: { state: row.state },
      after: { state: cancelled.state, amountFen: row.amountFen },
    });
    await announceWithdrawal(tx, cancelled);
    return { state: cancelled.state };
  });
