import {
  findProof,
  findProvenSince,
  findVisitor,
  type PlayerRow,
  tellLoginsEnded,
} from '#features/base/players/server/public.ts';
import { findPayPassword } from '#features/people/playerapp/server/public.ts';
import { ordersByTenant } from '#features/selling/orders/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { assertWhole, playerScope } from '#kit/server/scope.ts';
import { type identitiesContract, joinsChanged } from '../contract.ts';
import { askJoin, callOff, tellAsked } from './ask-join.ts';
import { splitPlayers } from './join-players.ts';
import { findJoin, joinsInto } from './join-queries.ts';
import { toAsked, toJoined, toWaiting } from './join-records.ts';
import { type JoinRow, pursesOf } from './joined-values.ts';
import { previewJoin, previewSplit } from './preview-join.ts';
import { findWish, wishesOf } from './wish-queries.ts';

type StaffCalls = Pick<
  typeof identitiesContract,
  | 'readMemberJoins'
  | 'previewMemberJoin'
  | 'joinMembers'
  | 'callOffMemberJoin'
  | 'previewMemberSplit'
  | 'splitMembers'
>;

async function memberOf(context: StaffContext, reader: Reader, playerId: string): Promise<PlayerRow> {
  const { session, services } = context;
  const { scope, tenantId } = session;
  // a person is one at all sites
  assertWhole(scope, 'identities:error.wholeMerchant');
  const player = await findVisitor(services, reader, tenantId, playerId);
  if (!player) throw missing();
  return player;
}

/** Members who have shown to hold the same number, whenever that was: staff look at who it is. */
async function twinsOf(context: StaffContext, reader: Reader, playerId: string): Promise<PlayerRow[]> {
  const { session, services } = context;
  const proof = await findProof(reader, playerId);
  if (!proof) return [];
  const proven = await findProvenSince(reader, { phone: proof.phone, since: new Date(0), besides: playerId });
  const known = await Promise.all(
    proven.map(({ id }) => findVisitor(services, reader, session.tenantId, id)),
  );
  return known.filter((player) => player !== undefined);
}

/** Nobody's staff decide about what somebody owns with another merchant, nor learn what it is. */
async function areOnlyHere(
  { session }: StaffContext,
  reader: Reader,
  ids: readonly string[],
): Promise<boolean> {
  for (const playerId of ids) {
    const places = [...(await pursesOf(reader, playerId)), ...(await ordersByTenant(reader, playerId))];
    if (places.some(({ tenantId }) => tenantId !== session.tenantId)) return false;
  }
  return true;
}

async function hasPassword(reader: Reader, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) if (await findPayPassword(reader, playerScope(id))) return true;
  return false;
}

async function assertTwins(
  context: StaffContext,
  reader: Reader,
  { playerId, otherId }: { playerId: string; otherId: string },
): Promise<PlayerRow> {
  const player = await memberOf(context, reader, playerId);
  await memberOf(context, reader, otherId);
  if (!(await twinsOf(context, reader, playerId)).some(({ id }) => id === otherId))
    throw conflict('identities:error.notProven');
  if (!(await areOnlyHere(context, reader, [playerId, otherId])))
    throw conflict('identities:error.onlyThePlayer');
  // it is for the owner to type, on the phone
  if (await hasPassword(reader, [playerId, otherId])) throw conflict('identities:error.passwordThere');
  return player;
}

async function ownJoin(context: StaffContext, reader: Reader, id: string): Promise<JoinRow> {
  const join = await findJoin(reader, id);
  if (join?.tenantId !== context.session.tenantId || join.splitAt) throw missing();
  await memberOf(context, reader, join.intoPlayer);
  return join;
}

export const staffHandlers: Handlers<StaffCalls> = {
  async readMemberJoins(context, { playerId }) {
    const { db, session, clock } = context;
    const player = await memberOf(context, db.read, playerId);
    const [twins, joined] = await Promise.all([
      twinsOf(context, db.read, playerId),
      joinsInto(db.read, playerId),
    ]);
    return {
      playerId,
      playerName: player.name,
      platform: player.platform,
      phone: player.phone,
      twins: await Promise.all(
        twins.map(async ({ id, name, platform }) => ({
          playerId: id,
          playerName: name,
          platform,
          here: await areOnlyHere(context, db.read, [playerId, id]),
          password: await hasPassword(db.read, [playerId, id]),
        })),
      ),
      waiting: await toWaiting(
        db.read,
        (await wishesOf(db.read, playerId)).filter(({ tenantId }) => tenantId === session.tenantId),
        playerId,
      ),
      // what a player did, or somebody else's staff, is for them to undo
      joined: joined.map((one) => toJoined(one, clock.now(), one.join.tenantId === session.tenantId)),
    };
  },

  async previewMemberJoin(context, input) {
    await assertTwins(context, context.db.read, input);
    return previewJoin(context.db.read, context.services, { from: input.otherId, into: input.playerId });
  },

  async joinMembers(context, { playerId, otherId, reason, seen }) {
    const { session, services } = context;
    const { tenantId, userId, name } = session;
    const asked = await context.db.transaction(async (tx) => {
      const player = await assertTwins(context, tx, { playerId, otherId });
      const doer = { tenantId, userId, userName: name, reason };
      const done = await askJoin(tx, services, { from: otherId, into: playerId, seen, doer });
      await audit(tx, context, {
        action: done.wish ? 'identities.askJoin' : 'identities.join',
        entity: 'player',
        entityId: playerId,
        label: player.name,
        after: { joined: otherId, reason },
      });
      await emit(tx, tenantTopic(tenantId), joinsChanged, {});
      return done;
    });
    await tellAsked(services, asked);
    return toAsked(asked);
  },

  async callOffMemberJoin(context, { id }) {
    const { db, services, session } = context;
    await db.transaction(async (tx) => {
      const wish = await findWish(tx, id);
      if (wish?.tenantId !== session.tenantId) throw missing();
      const { name } = await memberOf(context, tx, wish.intoPlayer);
      if (!(await callOff(tx, services, id))) throw conflict('identities:error.ended');
      await audit(tx, context, {
        action: 'identities.callOff',
        entity: 'player',
        entityId: wish.intoPlayer,
        label: name,
        before: { joined: wish.fromPlayer },
      });
      await emit(tx, tenantTopic(session.tenantId), joinsChanged, {});
    });
  },

  async previewMemberSplit(context, { id }) {
    return previewSplit(context.db.read, await ownJoin(context, context.db.read, id));
  },

  async splitMembers(context, { id, reason, seen }) {
    const join = await context.db.transaction(async (tx) => {
      const { intoPlayer } = await ownJoin(context, tx, id);
      const done = await splitPlayers(tx, context.services, { id, seen });
      await audit(tx, context, {
        action: 'identities.split',
        entity: 'player',
        entityId: intoPlayer,
        label: (await memberOf(context, tx, intoPlayer)).name,
        before: { joined: done.fromPlayer },
        after: { reason },
      });
      await emit(tx, tenantTopic(context.session.tenantId), joinsChanged, {});
      return done;
    });
    for (const playerId of [join.fromPlayer, join.intoPlayer]) await tellLoginsEnded(context.db, playerId);
    return {};
  },
};
