import { eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { type Leg, lockAccounts, postTransfers, readBalances } from '#features/ledger/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { walletChanged } from '../contract/events.ts';
import { handedOver } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { walletSites } from '../tables.ts';
import { owedAccount, walletAccount } from './account-names.ts';
import { assertOwner } from './assert-owner.ts';
import { balanceOf } from './balance-queries.ts';
import { takeWallet } from './heir-queries.ts';
import { assertFree } from './held-top-ups.ts';
import { payOwedFees } from './pay-owed-fees.ts';
import { lockMoney, type SeenWallet, walletsOf } from './wallet-queries.ts';

/**
 * Everything that is free; what is frozen or waits for a machine stays until it has ended. Fees that are owed are paid
 * before, and what can not be paid is owed by who takes over.
 */
async function legsOf(tx: Tx, tenantId: string, from: SeenWallet, to: SeenWallet): Promise<Leg[]> {
  const accounts = handedOver.map((purpose) => walletAccount(tenantId, from.id, purpose));
  const others = handedOver.map((purpose) => walletAccount(tenantId, to.id, purpose));
  // refunds go on meanwhile: what is read here is what moves
  await lockAccounts(
    tx,
    [...accounts, ...others].map((account) => ({ account, spread: '' })),
  );
  await payOwedFees(tx, { tenantId, id: from.id });
  const balances = await readBalances(tx, accounts);
  const { owedFen } = await balanceOf(tx, { tenantId, id: from.id });
  const owed: Leg[] =
    owedFen > 0
      ? [
          { account: owedAccount(tenantId, from.id), amount: owedFen },
          { account: owedAccount(tenantId, to.id), amount: -owedFen },
        ]
      : [];
  const moved = handedOver.flatMap((purpose, index): Leg[] => {
    const amount = balances[index]?.available ?? 0;
    if (amount <= 0) return [];
    return [
      { account: walletAccount(tenantId, from.id, purpose), amount: -amount },
      { account: walletAccount(tenantId, to.id, purpose), amount },
    ];
  });
  return [...moved, ...owed];
}

export const handoverHandlers: Handlers<Pick<typeof walletContract, 'handOverWallet'>> = {
  /** Also of somebody who is gone already. Said again, there is nothing left to move. */
  async handOverWallet(context, { walletId, toWalletId, requestId }) {
    assertOwner(context);
    const { session, services } = context;
    const { tenantId, userId } = session;
    const scope = tenantScope(tenantId);
    return context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      await takeWallet(tx, tenantId, walletId, 'close');
      const all = await walletsOf(tx, tenantId);
      const from = all.find(({ id, kind }) => id === walletId && kind === 'franchisee');
      if (!from) throw missing('wallet:error.noWallet');
      const to = all.find(({ id, removed }) => id === toWalletId && !removed && id !== walletId);
      if (!to) throw invalidField('toWalletId', 'wallet:error.noWallet');
      const moved = await update(tx, scope, walletSites, (row) => eq(row.walletId, from.id), {
        walletId: to.id,
        changedAt: context.clock.now(),
        changedBy: userId,
      });
      const legs = await legsOf(tx, tenantId, from, to);
      const amountFen = legs.reduce(
        (sum, { account, amount }) => (account.ownerId === to.id ? sum + amount : sum),
        0,
      );
      // what may not be withdrawn yet may not go to somebody else either
      const available = legs.find(({ account }) => account.purpose === 'available');
      if (available) await assertFree(tx, context, from, -available.amount);
      if (legs.length > 0)
        await postTransfers(tx, [
          {
            key: `handover:${requestId}`,
            tenantId,
            kind: 'handover',
            legs,
            note: { userName: session.name, from: from.name, to: to.name },
            at: context.clock.now(),
          },
        ]);
      if (legs.length === 0 && moved.length === 0) return { amountFen, sites: 0 };
      await audit(tx, context, {
        action: 'wallet.handOver',
        entity: 'wallet',
        entityId: from.id,
        label: from.name ?? '',
        after: { amountFen, sites: moved.length, to: to.name ?? to.id },
      });
      if (!from.removed)
        await sendSystemMessage(tx, services.texts, {
          audience: { kind: 'user', userId: from.id, label: from.name ?? '' },
          titleKey: 'wallet:message.handedOverTitle',
          bodyKey: 'wallet:message.handedOverBody',
          params: { amount: formatFen(amountFen), count: moved.length },
          level: 'warning',
          link: '/accountFlow',
        });
      await emit(tx, tenantTopic(tenantId), walletChanged, {});
      return { amountFen, sites: moved.length };
    });
  },
};
