import { findPlayers, findVisitor } from '#features/base/players/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit, auditMany } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { DepositUnit, depositContract } from '../contract/deposits.ts';
import { depositChanged, ownDepositChanged } from '../contract/events.ts';
import { type DepositRow, lockDeposits, pageDeposits, updateDeposit } from './deposit-queries.ts';
import { reasonName, toMachine } from './machine-records.ts';
import { isWaiting, postDeposits, type WaitingDeposit } from './post-deposits.ts';

/** What the machine counted for somebody goes to them and to nobody else. */
function ownerOf(row: DepositRow, chosen: string | undefined): string {
  if (row.playerId && chosen && row.playerId !== chosen) throw invalid('coins:error.othersDeposit');
  const playerId = row.playerId ?? chosen;
  if (!playerId) throw invalid('coins:error.chooseMember');
  return playerId;
}

async function bookAll(
  tx: Tx,
  context: StaffContext,
  list: readonly WaitingDeposit[],
  chosen: string | undefined,
): Promise<void> {
  const { name } = context.session;
  const now = context.clock.now();
  await postDeposits(
    tx,
    list.map((row) => ({ ...row, playerId: ownerOf(row, chosen) })),
    name,
    now,
  );
  await auditMany(
    tx,
    context,
    list.map((row) => ({
      action: 'coins.bookDeposit',
      entity: 'coinDeposit',
      entityId: row.id,
      siteId: row.siteId,
      label: row.code,
      after: { unit: row.unit, amount: row.amount, playerId: ownerOf(row, chosen) },
    })),
  );
}

interface Decision {
  amount: number;
  playerId: string | undefined;
  reason: string;
}

async function bookHeld(
  tx: Tx,
  context: StaffContext,
  row: DepositRow,
  { amount, playerId, reason }: Decision,
) {
  await updateDeposit(tx, row, { amount, decision: reason });
  const booked = { ...row, amount, playerId: ownerOf(row, playerId) };
  await postDeposits(tx, [booked], context.session.name, context.clock.now());
  return { state: 'booked' as const, amount };
}

/** Nothing is booked; what the machine told stays on record. */
async function refuseHeld(tx: Tx, { session, clock }: StaffContext, row: DepositRow, reason: string) {
  const by = { bookedAt: clock.now(), bookedBy: session.name };
  await updateDeposit(tx, row, { state: 'refused', decision: reason, ...by });
  await emitAll(tx, [
    told(siteTopic(row.tenantId, row.siteId), depositChanged, {}),
    ...(row.playerId ? [told(playerTopic(row.playerId), ownDepositChanged, { id: row.id, seen: 0 })] : []),
  ]);
  return { state: 'refused' as const, amount: row.amount };
}

const sumOf = (list: readonly { unit: DepositUnit; amount: number }[], unit: DepositUnit) =>
  list.filter((row) => row.unit === unit).reduce((sum, { amount }) => sum + amount, 0);

type Calls = Pick<typeof depositContract, 'listDeposits' | 'bookDeposits' | 'decideDeposit'>;

export const depositHandlers: Handlers<Calls> = {
  async listDeposits(context, input) {
    const { db, session } = context;
    const page = await pageDeposits(db.read, session.scope, input);
    const players = await findPlayers(
      db.read,
      page.records.flatMap(({ coin_deposit: { playerId } }) => playerId ?? []),
    );
    return mapPage(page, ({ coin_deposit: row, device, site }) => ({
      ...row,
      ...toMachine(row, device, site),
      reasonName: reasonName(context, row.reason),
      playerName: row.playerId ? (players.get(row.playerId)?.name ?? '') : null,
    }));
  },

  async bookDeposits(context, { ids, playerId }) {
    const { session } = context;
    return context.db.transaction(async (tx) => {
      const found = await lockDeposits(tx, session.scope, ids);
      if (found.length < new Set(ids).size) throw missing();
      if (found.some(({ state }) => state === 'held')) throw invalid('coins:error.heldDeposit');
      const waiting = found.filter(isWaiting);
      // all or nothing: a list that somebody else has changed is looked at again before it is booked
      if (waiting.length < found.length) throw invalid('coins:error.alreadyBooked');
      if (playerId && !(await findVisitor(context.services, tx, session.tenantId, playerId)))
        throw missing('coins:error.noSuchMember');
      await bookAll(tx, context, waiting, playerId);
      return { booked: waiting.length, coins: sumOf(waiting, 'coin'), tickets: sumOf(waiting, 'ticket') };
    });
  },

  async decideDeposit(context, { id, decision, amount, playerId, reason }) {
    const { session, services } = context;
    return context.db.transaction(async (tx) => {
      const [row] = await lockDeposits(tx, session.scope, [id]);
      if (!row) throw missing();
      const pieces = row.amount ?? 0;
      if (row.state !== 'held') throw invalid('coins:error.alreadyDecided');
      if (amount !== undefined && amount > pieces)
        throw invalidField('amount', 'coins:error.moreThanTold', { count: pieces });
      if (playerId && !(await findVisitor(services, tx, session.tenantId, playerId)))
        throw missing('coins:error.noSuchMember');
      const decided =
        decision === 'book'
          ? await bookHeld(tx, context, row, { amount: amount ?? pieces, playerId, reason })
          : await refuseHeld(tx, context, row, reason);
      await audit(tx, context, {
        action: decision === 'book' ? 'coins.bookHeld' : 'coins.refuseHeld',
        entity: 'coinDeposit',
        entityId: id,
        siteId: row.siteId,
        label: row.code,
        before: { unit: row.unit, counted: pieces, heldFor: row.heldFor },
        after: { ...decided, reason },
      });
      return { ...decided, unit: row.unit };
    });
  },
};
