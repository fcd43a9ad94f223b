import {
  closePlayer,
  countHoldings,
  findClosing,
  findJoined,
  findPlayer,
  forgetPlayer,
  ownDataKeepers,
  takePlayer,
  tellLoginsEnded,
  tellPhones,
} from '#features/base/players/server/public.ts';
import { countUnderWay, refundableTopUps } from '#features/selling/orders/server/public.ts';
import { AppError, conflict, unauthorized } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findOwn, putOwn, removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type Holdings, takeBackDays } from '../contract/own-data.ts';
import { playerLeavings, playerLimits, playerPhotos } from '../tables.ts';
import { holdSpending } from './limit-queries.ts';
import { readPurses, siteOf } from './money-queries.ts';
import { removePayPassword } from './pay-password-queries.ts';
import { photoKey } from './photo-queries.ts';

/** All that goes with the account, of all merchants. */
export async function holdingsOf(
  reader: Reader,
  services: Services,
  playerId: string,
  now: Date,
): Promise<Holdings> {
  const purses = await readPurses(reader, playerId);
  const sum = (unit: string) =>
    purses.filter((purse) => purse.unit === unit).reduce((total, { balance }) => total + balance, 0);
  return {
    balanceFen: sum('fen'),
    coins: sum('coin'),
    points: sum('point'),
    tickets: sum('ticket'),
    ...(await countHoldings(services, reader, playerId, now)),
  };
}

/** What of the balance was paid lately and is still there, shop by shop: so much the shop can pay back. */
export async function refundDue(reader: Reader, playerId: string, now: Date): Promise<number> {
  const purses = (await readPurses(reader, playerId)).filter(({ unit }) => unit === 'fen');
  const paid = await refundableTopUps(reader, playerId, now);
  return paid.reduce((total, { tenantId, siteId, fen }) => {
    const there = purses
      .filter((purse) => purse.tenantId === tenantId && siteOf(purse.purpose) === siteId)
      .reduce((sum, { balance, held }) => sum + balance - held, 0);
    return total + Math.min(fen, Math.max(0, there));
  }, 0);
}

const kinds = ['balanceFen', 'coins', 'points', 'tickets', 'cards', 'freePlays'] as const;

const later = (now: Date) => new Date(now.getTime() + takeBackDays * dayMs);

/**
 * The account is closed at once: log-ins end, nothing is bought or spent. It is deleted some days later, and who logs in
 * until then can take it back.
 */
export async function closeAccount(
  context: Context<PlayerSession>,
  givenUp: Holdings,
  useProof: (tx: Tx) => Promise<void>,
): Promise<Date> {
  const { session, services, clock } = context;
  const { playerId } = session;
  const now = clock.now();
  const closesAt = later(now);
  await context.db.transaction(async (tx) => {
    // first of all: writing an order for the player holds this row, so an order is seen below or comes too late
    const player = await takePlayer(tx, playerId);
    if (!player || player.closesAt) throw unauthorized();
    await holdSpending(tx, playerId);
    if ((await countUnderWay(tx, playerId)) > 0) throw conflict('playerapp:error.underWay');
    for (const { mayLeave } of ownDataKeepers(services)) await mayLeave?.(tx, playerId);
    const there = await holdingsOf(tx, services, playerId, now);
    if (kinds.some((kind) => there[kind] !== givenUp[kind]))
      throw conflict('playerapp:error.notGivenUp', { ...there, balance: formatFen(there.balanceFen) });
    await useProof(tx);
    await putOwn(tx, session.scope, playerLeavings, { askedAt: now, givenUp: there });
    await closePlayer(tx, playerId, closesAt);
  });
  await tellLoginsEnded(context.db, playerId);
  const player = await findPlayer(context.db.read, playerId);
  if (player) await tellPhones(services, [player], 'leaving', closesAt);
  return closesAt;
}

/**
 * Orders and books keep the row that they name, which says nothing of a person any more. What was given up stays on its
 * account, where nobody can spend it: it is not ours to take.
 */
async function forget(tx: Tx, services: Services, playerId: string, now: Date) {
  const pictures = [];
  // what was written down in a record before it was joined is the person's too
  for (const id of [playerId, ...(await findJoined(tx, playerId)).map((joined) => joined.id)]) {
    const scope = playerScope(id);
    await removeOwn(tx, scope, playerLimits, {});
    await removeOwn(tx, scope, playerLeavings, {});
    await removePayPassword(tx, scope);
    for (const keeper of ownDataKeepers(services)) await keeper.forget?.(tx, id);
    pictures.push(...(await removeOwn(tx, scope, playerPhotos, {})));
  }
  await forgetPlayer(tx, services, playerId, now);
  return pictures;
}

/** Undefined: it was taken back, somebody else has done it, or it is not time yet. */
const deleteOne = (services: Services, playerId: string, now: Date) =>
  services.db.transaction(async (tx) => {
    const player = await takePlayer(tx, playerId);
    if (!player?.closesAt || player.closesAt > now) return undefined;
    await holdSpending(tx, playerId);
    // a refund is on its way: the next round looks again
    if ((await countUnderWay(tx, playerId)) > 0) return undefined;
    for (const { mayLeave } of ownDataKeepers(services)) await mayLeave?.(tx, playerId);
    const scope = playerScope(playerId);
    const [leaving] = await findOwn(tx, scope, playerLeavings, {}, 'update');
    const there = await holdingsOf(tx, services, playerId, now);
    if (leaving && kinds.every((kind) => there[kind] <= leaving.givenUp[kind]))
      return { pictures: await forget(tx, services, playerId, now) };
    // nobody has given up what came since: the person has as long again to come for it
    await putOwn(tx, scope, playerLeavings, { askedAt: now, givenUp: there });
    await closePlayer(tx, playerId, later(now));
    return { pictures: [], putOff: player };
  });

/** Accounts whose time is over. Said again it finds those that are left. */
export async function deleteDue(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { id } of await findClosing(services.db.read, now)) {
    const done = await deleteOne(services, id, now).catch((error: unknown) => {
      // something waits for the person after all: the next round looks again
      if (!(error instanceof AppError)) throw error;
      services.log.info({ player: id, why: error.key }, 'an account could not be deleted yet');
      return undefined;
    });
    if (!done) continue;
    for (const { name } of done.pictures) await services.storage.remove(photoKey(name));
    await tellLoginsEnded(services.db, id);
    if (done.putOff) await tellPhones(services, [done.putOff], 'leaving', later(now));
  }
}
