import { holdPlayer } from '#features/base/players/server/public.ts';
import { refundOrder } from '#features/selling/orders/server/public.ts';
import { AppError, conflict } from '#kit/kernel/errors.ts';
import { formatDate } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, update } from '#kit/server/tables.ts';
import type { Canceller } from '../contract/kinds.ts';
import { nextState } from '../rules/verification-states.ts';
import { groupBuyStores, groupBuyVerifications } from '../tables.ts';
import { openCancelKey, requestIdOf } from './code-secrets.ts';
import { accessOf, atStore, platformOf } from './deal-access.ts';
import { type Given, giveWorthOf, takeWorthBack } from './give-worth.ts';
import { problemKey, problemOf } from './grant-verified.ts';
import { lockVerification, moveVerification, type VerificationRow } from './move-verification.ts';
import { refusalText } from './platform-answers.ts';
import { noteWaiting } from './verify-code.ts';

/**
 * Takes back what was given, before the platform is asked: nobody plays with it meanwhile. What is used is not
 * cancelled, and what the platform does not cancel is given again.
 */
export async function beginCancel(
  tx: Tx,
  services: Services,
  known: VerificationRow,
  asked: { reason: string; user: { id: string; name: string } },
): Promise<VerificationRow> {
  if (known.playerId) await holdPlayer(tx, known.playerId);
  const row = await lockVerification(tx, known);
  const now = services.clock.now();
  if (!nextState(row.state, 'cancel')) throw conflict('groupbuys:error.notCancellable');
  if (row.cancelUntil && row.cancelUntil <= now)
    throw conflict('groupbuys:error.tooLate', { until: formatDate(row.cancelUntil) });
  if (!(await takeWorthBack(tx, row as Given, now))) throw conflict('groupbuys:error.used');
  return moveVerification(tx, row, 'cancel', {
    at: now,
    changes: {
      cancelReason: asked.reason,
      cancelUserId: asked.user.id,
      cancelUserName: asked.user.name,
      nextTryAt: now,
    },
    userName: asked.user.name,
    words: asked.reason,
  });
}

/** The money of a cancelled verification goes the way back in the books; what was given was taken before. */
async function refundMoney(tx: Tx, services: Services, row: VerificationRow, reason: string): Promise<void> {
  if (!row.orderId) return;
  await refundOrder(
    tx,
    services,
    { tenantId: row.tenantId, id: row.orderId },
    {
      reason,
      automatic: row.cancelledBy === 'platform',
      ...(row.cancelUserId &&
        row.cancelUserName && { user: { id: row.cancelUserId, name: row.cancelUserName } }),
    },
  );
}

async function endCancelled(tx: Tx, services: Services, known: VerificationRow, by: Canceller, at: Date) {
  const row = await lockVerification(tx, known);
  if (row.state !== 'cancelling') return row;
  const cancelled = await moveVerification(tx, row, 'cancelled', {
    at: services.clock.now(),
    changes: { cancelledAt: at, cancelledBy: by },
  });
  await refundMoney(tx, services, cancelled, row.cancelReason ?? 'groupbuys:reason.cancelled');
  return cancelled;
}

/** The platform would not: the player has it again. */
async function keep(
  tx: Tx,
  services: Services,
  known: VerificationRow,
  problem: string,
): Promise<VerificationRow> {
  if (known.playerId) await holdPlayer(tx, known.playerId);
  const row = await lockVerification(tx, known);
  if (row.state !== 'cancelling') return row;
  const now = services.clock.now();
  const { orderId } = row;
  if (!orderId)
    return moveVerification(tx, row, 'keepUngiven', {
      at: now,
      changes: { problem, nextTryAt: now },
      words: problem,
    });
  const turn = row.givenTurn + 1;
  const givenId = await giveWorthOf(tx, row as Given, { orderId, turn, now });
  return moveVerification(tx, row, 'keep', {
    at: now,
    changes: {
      problem,
      givenId,
      givenTurn: turn,
      cancelReason: null,
      cancelUserId: null,
      cancelUserName: null,
    },
    words: problem,
  });
}

/** Says to the platform that it is cancelled, as often as it takes: it is one cancelling there. */
export async function cancelAtPlatform(services: Services, row: VerificationRow): Promise<VerificationRow> {
  const { db, secrets } = services;
  const own = tenantScope(row.tenantId);
  const [store] = await find(db.read, own, groupBuyStores, { id: row.storeId });
  const access = await accessOf(db.read, own, { accessId: row.accountId });
  if (!store || !access || !row.cancelSealed) return noteWaiting(services, row);
  const outcome = await platformOf(services, row.platform).cancel({
    ...atStore(services, store, access),
    cancelKey: openCancelKey(secrets, row.id, row.cancelSealed),
    requestId: requestIdOf(row.id),
    operatorName: row.cancelUserName ?? row.title,
  });
  switch (outcome.kind) {
    case 'done':
      return db.transaction((tx) => endCancelled(tx, services, row, 'staff', outcome.value.cancelledAt));
    case 'refused': {
      const { refusal } = outcome;
      if (refusal.reason === 'cancelledBefore')
        return db.transaction((tx) => endCancelled(tx, services, row, 'staff', services.clock.now()));
      return db.transaction((tx) => keep(tx, services, row, problemKey(refusalText(refusal))));
    }
    default:
      return noteWaiting(services, row);
  }
}

/**
 * The customer has the money back from the platform, or somebody cancelled there. What was given is taken back; where it
 * is used the merchant bears it, and it is listed. Said again it changes nothing.
 */
export async function cancelledThere(
  services: Services,
  known: VerificationRow,
  { at, words }: { at: Date; words: string },
): Promise<VerificationRow> {
  try {
    return await services.db.transaction(async (tx) => {
      if (known.playerId) await holdPlayer(tx, known.playerId);
      const row = await lockVerification(tx, known);
      if (!row.verifiedAt || !nextState(row.state, 'cancelledThere')) return row;
      const now = services.clock.now();
      const taken = row.state !== 'granted' || (await takeWorthBack(tx, row as Given, now));
      const cancelled = await moveVerification(tx, row, 'cancelledThere', {
        at: now,
        changes: {
          cancelledAt: at,
          // what staff asked for is theirs, also where the notice comes before the answer
          cancelledBy: row.state === 'cancelling' ? 'staff' : 'platform',
          cancelReason: row.cancelReason ?? words,
          lossFen: taken ? null : row.amountFen,
        },
        words,
      });
      await refundMoney(tx, services, cancelled, 'groupbuys:reason.platform');
      return cancelled;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [noted] = await services.db.transaction((tx) =>
      update(
        tx,
        tenantScope(known.tenantId),
        groupBuyVerifications,
        { id: known.id },
        { problem: problemOf(error) },
      ),
    );
    return noted ?? known;
  }
}
