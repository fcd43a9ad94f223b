import {
  InsufficientFunds,
  postTransfers,
  type TransferRequest,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { walletChanged } from '../contract/events.ts';
import type { walletContract } from '../contract.ts';
import { balanceOf, type WalletKey } from './balance-queries.ts';
import { assertFree, takeOwner } from './held-top-ups.ts';
import { payOwedFees } from './pay-owed-fees.ts';
import { lockMoney, spendableWallet, walletsOf } from './wallet-queries.ts';

/** Posts what a person asked for out of a wallet's available money, and says what there is when it is not enough. */
export async function spendAvailable(
  tx: Tx,
  wallet: WalletKey,
  transfer: TransferRequest,
): Promise<{ id: string; repeated: boolean }> {
  await payOwedFees(tx, wallet);
  const { availableFen } = await balanceOf(tx, wallet);
  try {
    const [posted] = await postTransfers(tx, [transfer]);
    return posted as { id: string; repeated: boolean };
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw invalidField('amountFen', 'wallet:error.aboveAvailable', { available: formatFen(availableFen) });
    throw error;
  }
}

export async function transferMoney(
  context: StaffContext,
  input: ParsedInputOf<typeof walletContract.transferMoney>,
): Promise<{ id: string }> {
  const { session } = context;
  const { tenantId } = session;
  const id = await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    const from = await spendableWallet(tx, session, input.fromWalletId);
    const to = (await walletsOf(tx, tenantId)).find(
      (wallet) => wallet.id === input.toWalletId && !wallet.removed,
    );
    if (!to) throw invalidField('toWalletId', 'wallet:error.noWallet');
    if (to.id === from.id) throw invalidField('toWalletId', 'wallet:error.sameWallet');
    await takeOwner(tx, from, to);
    // a franchisee's wallet is somebody else's: what may not be withdrawn yet may not go there either
    if (to.kind === 'franchisee') await assertFree(tx, context.services, from, input.amountFen);
    const posted = await spendAvailable(tx, from, {
      key: `transfer:${input.requestId}`,
      tenantId,
      kind: 'transfer',
      legs: [
        { account: walletAccount(tenantId, from.id, 'available'), amount: -input.amountFen },
        { account: walletAccount(tenantId, to.id, 'available'), amount: input.amountFen },
      ],
      note: { remark: input.remark ?? '', userName: session.name },
      at: context.clock.now(),
    });
    if (posted.repeated) return posted.id;
    await audit(tx, context, {
      action: 'wallet.transfer',
      entity: 'wallet',
      entityId: from.id,
      label: from.name ?? session.name,
      after: { amountFen: input.amountFen, to: to.name ?? to.id, remark: input.remark },
    });
    await emit(tx, tenantTopic(tenantId), walletChanged, {});
    return posted.id;
  });
  return { id };
}
