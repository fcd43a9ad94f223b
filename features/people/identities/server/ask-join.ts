import {
  findPlayers,
  holdPlayers,
  type PlayerRow,
  tellLoginsEnded,
  tellPhones,
} from '#features/base/players/server/public.ts';
import { findPayPassword } from '#features/people/playerapp/server/public.ts';
import { AppError, conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, playerTopic } from '#kit/server/outbox.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { joinsChanged } from '../contract.ts';
import { waitMs } from '../rules/join-rules.ts';
import { assertJoinable, type Doer, joinPlayers } from './join-players.ts';
import type { JoinRow } from './joined-values.ts';
import { endWish, insertWish, type WishRow, wishesDue, wishesOf } from './wish-queries.ts';

export type Asked = { join: JoinRow; wish?: undefined } | { wish: WishRow; join?: undefined };

const tell = async (tx: Tx, { fromPlayer, intoPlayer }: Pick<WishRow, 'fromPlayer' | 'intoPlayer'>) => {
  for (const id of [fromPlayer, intoPlayer]) await emit(tx, playerTopic(id), joinsChanged, {});
};

/** Joins two records, or writes down that they are to be joined when there is much to lose. Said twice it is one wish. */
export async function askJoin(
  tx: Tx,
  services: Services,
  asked: { from: string; into: string; seen: string; doer?: Doer },
): Promise<Asked> {
  const { from, into, seen, doer } = asked;
  const now = services.clock.now();
  await holdPlayers(tx, [from, into]);
  const waiting = (await wishesOf(tx, from)).find(({ fromPlayer }) => fromPlayer === from);
  if (waiting && waiting.intoPlayer !== into) throw conflict('identities:error.waitsElsewhere');
  if (waiting) return { wish: waiting };
  const { waits } = await assertJoinable(tx, services, { from, into, seen });
  if (!waits) return { join: await joinPlayers(tx, services, { from, into, doer }) };
  const wish = await insertWish(tx, {
    id: newId(now.getTime()),
    askedAt: now,
    dueAt: new Date(now.getTime() + waitMs),
    fromPlayer: from,
    intoPlayer: into,
    ...doer,
  });
  await tell(tx, wish);
  return { wish };
}

/** After the commit: whose log-ins ended, and both phones hear of it. */
export async function tellAsked(services: Services, asked: Asked): Promise<void> {
  const { fromPlayer, intoPlayer } = asked.join ?? asked.wish;
  const players: PlayerRow[] = [...(await findPlayers(services.db.read, [fromPlayer, intoPlayer])).values()];
  if (asked.wish) return tellPhones(services, players, 'joining', asked.wish.dueAt);
  await tellLoginsEnded(services.db, fromPlayer);
  await tellPhones(services, players, 'joined', asked.join.undoUntil);
}

export async function callOff(tx: Tx, services: Services, id: string): Promise<WishRow | undefined> {
  const ended = await endWish(tx, id, 'calledOff', services.clock.now());
  if (ended) await tell(tx, ended);
  return ended;
}

/** A password that was set since is a no: its owner was not asked for it. Staff never answer for one. */
async function assertNoNewPassword(reader: Reader, { fromPlayer, intoPlayer, askedAt, tenantId }: WishRow) {
  for (const id of [fromPlayer, intoPlayer]) {
    const password = await findPayPassword(reader, playerScope(id));
    if (password && (tenantId !== null || password.changedAt > askedAt))
      throw conflict('identities:error.passwordThere');
  }
}

/** What is under way when the time has come ends some day. */
const patienceMs = 7 * dayMs;

/** Those whose time has come are joined, each once; what can not be joined any more ends. */
export async function joinDue(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  for (const wish of await wishesDue(db.read, now)) {
    const { id, fromPlayer: from, intoPlayer: into, tenantId, userId, userName, reason } = wish;
    const doer = tenantId && userId && userName !== null ? { tenantId, userId, userName, reason } : undefined;
    try {
      const join = await db.transaction(async (tx) => {
        if (!(await endWish(tx, id, 'joined', now))) return undefined;
        await assertNoNewPassword(tx, wish);
        await assertJoinable(tx, services, { from, into });
        return joinPlayers(tx, services, { from, into, doer });
      });
      if (join) await tellAsked(services, { join });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const mayStill =
        error.key === 'identities:error.underWay' && wish.dueAt.getTime() + patienceMs > now.getTime();
      log.info({ wish: id, why: error.key, mayStill }, 'records could not be joined');
      if (mayStill) continue;
      await db.transaction(async (tx) => {
        if (await endWish(tx, id, 'failed', now)) await tell(tx, wish);
      });
    }
  }
}
