import { eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import {
  type Leg,
  lockAccounts,
  owedAccount,
  postTransfers,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { AppError, invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { type Actor, audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { update } from '#kit/server/tables.ts';
import { walletChanged } from '../contract/events.ts';
import { handedOver } from '../contract/shared.ts';
import { walletSites } from '../tables.ts';
import { balanceOf } from './balance-queries.ts';
import { changeHandover, dueHandovers, type HandoverRow, lockHandover } from './handover-queries.ts';
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

export interface Pair {
  from: SeenWallet;
  to: SeenWallet;
}

/** Both wallets, with the organisation's money and the franchisee's wallet in hand. */
export async function takePair(
  tx: Tx,
  tenantId: string,
  { walletId, toWalletId }: { walletId: string; toWalletId: string },
): Promise<Pair> {
  await lockMoney(tx, tenantId);
  await takeWallet(tx, tenantId, walletId, 'close');
  const all = await walletsOf(tx, tenantId);
  const from = all.find(({ id, kind }) => id === walletId && kind === 'franchisee');
  if (!from) throw missing('wallet:error.noWallet');
  const to = all.find(({ id, removed }) => id === toWalletId && !removed && id !== walletId);
  if (!to) throw invalidField('toWalletId', 'wallet:error.noWallet');
  return { from, to };
}

/** Sites and all that is free, in a separate movement that both see. Said again, there is nothing left to move. */
export async function moveAll(
  tx: Tx,
  services: Services,
  { from, to }: Pair,
  { actor, key }: { actor: Actor; key: string },
): Promise<{ amountFen: number; sites: number }> {
  const { tenantId } = from;
  const at = services.clock.now();
  const moved = await update(tx, tenantScope(tenantId), walletSites, (row) => eq(row.walletId, from.id), {
    walletId: to.id,
    changedAt: at,
    changedBy: actor.session.userId,
  });
  const legs = await legsOf(tx, tenantId, from, to);
  const amountFen = legs.reduce(
    (sum, { account, amount }) => (account.ownerId === to.id ? sum + amount : sum),
    0,
  );
  // what may not be withdrawn yet may not go to somebody else either
  const available = legs.find(({ account }) => account.purpose === 'available');
  if (available) await assertFree(tx, services, from, -available.amount);
  const sites = moved.length;
  if (legs.length === 0 && sites === 0) return { amountFen, sites };
  if (legs.length > 0) {
    const note = { userName: actor.session.name, from: from.name, to: to.name };
    await postTransfers(tx, [{ key: `handover:${key}`, tenantId, kind: 'handover', legs, note, at }]);
  }
  await audit(tx, actor, {
    action: 'wallet.handOver',
    entity: 'wallet',
    entityId: from.id,
    label: from.name ?? '',
    after: { amountFen, sites, to: to.name ?? to.id },
  });
  if (!from.removed)
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'user', userId: from.id, label: from.name ?? '' },
      titleKey: 'wallet:message.handedOverTitle',
      bodyKey: 'wallet:message.handedOverBody',
      params: { amount: formatFen(amountFen), count: sites },
      level: 'warning',
      link: '/accountFlow',
    });
  await emit(tx, tenantTopic(tenantId), walletChanged, {});
  return { amountFen, sites };
}

/** In whose name it is done: who asked for it. */
const askerOf = ({ tenantId, askedBy, askedByName, askedByAccount }: HandoverRow): Actor => ({
  session: { userId: askedBy, tenantId, account: askedByAccount, name: askedByName },
  address: '',
});

/** What the franchisee agreed to, or let pass: carried out once; the second call finds it done. */
export async function carryOut(
  tx: Tx,
  services: Services,
  given: Pick<HandoverRow, 'tenantId' | 'id' | 'walletId' | 'toWalletId'>,
  decidedByName: string,
): Promise<HandoverRow | undefined> {
  const pair = await takePair(tx, given.tenantId, given);
  const row = await lockHandover(tx, given.tenantId, given.id);
  if (row?.state !== 'waiting') return undefined;
  const moved = await moveAll(tx, services, pair, { actor: askerOf(row), key: row.id });
  const done = { ...moved, state: 'done' as const, decidedByName, decidedAt: services.clock.now() };
  await sendSystemMessage(tx, services.texts, {
    audience: { kind: 'user', userId: row.askedBy, label: row.askedByName },
    titleKey: 'wallet:message.handoverDoneTitle',
    bodyKey: 'wallet:message.handedOverBody',
    params: { amount: formatFen(moved.amountFen), count: moved.sites },
    link: '/wallet_handovers',
  });
  return changeHandover(tx, row, done);
}

/** Those whose notice has passed without an answer. What can not be moved yet is tried again at the next turn. */
export async function carryOutDue(services: Services): Promise<number> {
  const { db, clock, log } = services;
  let ended = 0;
  for (const row of await dueHandovers(db.read, clock.now()))
    try {
      if (await db.transaction((tx) => carryOut(tx, services, row, ''))) ended += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, handover: row.id }, 'a wallet is not handed over yet');
    }
  return ended;
}
