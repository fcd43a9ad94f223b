import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { walletChanged } from '../contract/events.ts';
import type { handoversContract } from '../contract/handovers.ts';
import { type Balances, handedOver, handoverNoticeDays } from '../contract/shared.ts';
import { assertOwner } from './assert-owner.ts';
import { balanceOf, balancesOf } from './balance-queries.ts';
import { carryOut, moveAll, type Pair, takePair } from './carry-out-handover.ts';
import {
  addHandover,
  changeHandover,
  findHandover,
  type HandoverRow,
  lockHandover,
  pageHandovers,
} from './handover-queries.ts';
import { siteNamesOfWallets, walletHeads } from './wallet-queries.ts';
import { walletName } from './wallet-records.ts';

const freeOf = (balances: Balances): number =>
  handedOver.reduce((sum, purpose) => sum + balances[`${purpose}Fen`], 0);

const toAnswer = ({ id, state, dueAt }: HandoverRow, amountFen: number, sites: number) => ({
  id,
  state,
  amountFen,
  sites,
  dueAt,
});

/** The franchisee hears of it, and has some days to answer. One wish waits at a time. */
async function ask(tx: Tx, context: StaffContext, { from, to }: Pair) {
  const { session, services, clock } = context;
  const { tenantId } = session;
  const amountFen = freeOf(await balanceOf(tx, from));
  const sites = from.siteIds.length;
  if (amountFen === 0 && sites === 0)
    return { id: null, state: 'done' as const, amountFen: 0, sites: 0, dueAt: null };
  const earlier = await findHandover(tx, tenantId, { walletId: from.id, state: 'waiting' });
  if (earlier && earlier.toWalletId !== to.id) throw conflict('wallet:error.handoverWaits');
  if (earlier) return toAnswer(earlier, amountFen, sites);
  const now = clock.now();
  const row = await addHandover(tx, tenantId, {
    id: newId(now.getTime()),
    createdAt: now,
    walletId: from.id,
    toWalletId: to.id,
    state: 'waiting',
    askedBy: session.userId,
    askedByName: session.name,
    askedByAccount: session.account,
    dueAt: new Date(now.getTime() + handoverNoticeDays * dayMs),
  });
  await audit(tx, context, {
    action: 'wallet.askHandover',
    entity: 'wallet',
    entityId: from.id,
    label: from.name ?? '',
    after: { amountFen, sites, to: to.name ?? to.id },
  });
  await sendSystemMessage(tx, services.texts, {
    audience: { kind: 'user', userId: from.id, label: from.name ?? '' },
    titleKey: 'wallet:message.handoverAskedTitle',
    bodyKey: 'wallet:message.handoverAskedBody',
    params: { amount: formatFen(amountFen), count: sites, name: session.name, days: handoverNoticeDays },
    level: 'warning',
    link: '/wallet_handovers',
  });
  await emit(tx, tenantTopic(tenantId), walletChanged, {});
  return toAnswer(row, amountFen, sites);
}

/** The franchisee's own; another one's does not exist. */
async function ownWaiting(context: StaffContext, id: string): Promise<HandoverRow> {
  const { db, session } = context;
  const row = await findHandover(db.read, session.tenantId, { id });
  if (row?.walletId !== session.userId) throw missing();
  return row;
}

async function object(tx: Tx, context: StaffContext, id: string, reason: string): Promise<HandoverRow> {
  const { session, services, clock } = context;
  const row = await lockHandover(tx, session.tenantId, id);
  if (row?.state !== 'waiting') throw conflict('wallet:error.handoverEnded');
  const changed = await changeHandover(tx, row, {
    state: 'objected',
    reason,
    decidedByName: session.name,
    decidedAt: clock.now(),
  });
  await audit(tx, context, {
    action: 'wallet.objectHandover',
    entity: 'wallet',
    entityId: row.walletId,
    label: session.name,
    after: { reason },
  });
  await sendSystemMessage(tx, services.texts, {
    audience: { kind: 'user', userId: row.askedBy, label: row.askedByName },
    titleKey: 'wallet:message.handoverObjectedTitle',
    bodyKey: 'wallet:message.handoverObjectedBody',
    params: { name: session.name, reason },
    level: 'warning',
    link: '/wallet_handovers',
  });
  await emit(tx, tenantTopic(row.tenantId), walletChanged, {});
  return changed;
}

export const handoverHandlers: Handlers<typeof handoversContract> = {
  /** Who is gone can not be asked: what came late for them is taken over at once. */
  async handOverWallet(context, { requestId, ...wish }) {
    assertOwner(context);
    return context.db.transaction(async (tx) => {
      const pair = await takePair(tx, context.session.tenantId, wish);
      if (!pair.from.removed) return ask(tx, context, pair);
      const moved = await moveAll(tx, context.services, pair, { actor: context, key: requestId });
      return { id: null, state: 'done' as const, ...moved, dueAt: null };
    });
  },

  async listHandovers(context, input) {
    const { db, session } = context;
    const { tenantId } = session;
    const page = await pageHandovers(db.read, session, input);
    const keys = page.records.map(({ walletId: id }) => ({ tenantId, id }));
    const [balances, sites, heads] = await Promise.all([
      keys.length > 0 ? balancesOf(db.read, keys) : [],
      siteNamesOfWallets(
        db.read,
        tenantId,
        keys.map(({ id }) => id),
      ),
      walletHeads(
        db.read,
        page.records.flatMap(({ walletId, toWalletId }) => [
          { tenantId, walletId },
          { tenantId, walletId: toWalletId },
        ]),
      ),
    ]);
    const comma = sayFor(context)('kit:unit.comma');
    const records = page.records.map((row, index) => {
      const waits = row.state === 'waiting';
      const names = waits ? (sites.get(row.walletId) ?? []) : [];
      return {
        ...row,
        walletName: walletName(context, heads.get(row.walletId)),
        toWalletName: walletName(context, heads.get(row.toWalletId)),
        amountFen: waits ? freeOf(balances[index] as Balances) : row.amountFen,
        siteNames: names.join(comma),
        sites: waits ? names.length : row.sites,
        own: row.walletId === session.userId,
      };
    });
    return { ...page, records };
  },

  async answerHandover(context, { id, agree, reason = '' }) {
    const found = await ownWaiting(context, id);
    if (found.state === 'done' && agree) return { state: found.state, amountFen: found.amountFen };
    const { state, amountFen } = await context.db.transaction(async (tx) => {
      if (!agree) return object(tx, context, id, reason);
      const carried = await carryOut(tx, context.services, found, context.session.name);
      // said twice at once, or the notice has passed in this moment
      const ended = carried ?? (await findHandover(tx, found.tenantId, { id }));
      if (ended?.state !== 'done') throw conflict('wallet:error.handoverEnded');
      return ended;
    });
    return { state, amountFen };
  },

  async withdrawHandover(context, { id }) {
    assertOwner(context);
    const { session, clock } = context;
    await context.db.transaction(async (tx) => {
      const row = await lockHandover(tx, session.tenantId, id);
      if (!row) throw missing();
      if (row.state === 'withdrawn') return;
      if (row.state !== 'waiting') throw conflict('wallet:error.handoverEnded');
      await changeHandover(tx, row, {
        state: 'withdrawn',
        decidedByName: session.name,
        decidedAt: clock.now(),
      });
      await audit(tx, context, {
        action: 'wallet.withdrawHandover',
        entity: 'wallet',
        entityId: row.walletId,
        label: session.name,
        after: { state: 'withdrawn' },
      });
      await emit(tx, tenantTopic(row.tenantId), walletChanged, {});
    });
  },
};
