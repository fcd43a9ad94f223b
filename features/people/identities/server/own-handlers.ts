import { checkCode, spendCode } from '#features/base/accounts/server/public.ts';
import {
  findPlayer,
  findProof,
  findProvenSince,
  type PlayerRow,
  provePhone,
  tellLoginsEnded,
  tellOfGuard,
} from '#features/base/players/server/public.ts';
import { findPayPassword, provePayPassword } from '#features/people/playerapp/server/public.ts';
import { conflict, invalidField, missing, unauthorized } from '#kit/kernel/errors.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type identitiesContract, proofHours } from '../contract.ts';
import { askJoin, callOff, tellAsked } from './ask-join.ts';
import { splitPlayers } from './join-players.ts';
import { findJoin, joinsInto } from './join-queries.ts';
import { toAsked, toJoined, toWaiting } from './join-records.ts';
import type { JoinRow } from './joined-values.ts';
import { previewJoin, previewSplit } from './preview-join.ts';
import { findWish, wishesOf } from './wish-queries.ts';

type Own = Context<PlayerSession>;
type OwnCalls = Pick<
  typeof identitiesContract,
  | 'readOwnIdentities'
  | 'proveOwnPhone'
  | 'previewOwnJoin'
  | 'joinOwn'
  | 'callOffOwnJoin'
  | 'previewOwnSplit'
  | 'splitOwn'
>;

/** Both have shown today that they hold the number: who only has an old number of somebody sees nothing of theirs. */
async function twinsOf({ session, clock }: Own, reader: Reader) {
  const since = new Date(clock.now().getTime() - proofHours * hourMs);
  const proof = await findProof(reader, session.playerId);
  if (!proof || proof.provenAt < since) return { twins: [] };
  const twins = await findProvenSince(reader, { phone: proof.phone, since, besides: session.playerId });
  return { proof, twins };
}

async function assertTwin(context: Own, reader: Reader, playerId: string): Promise<void> {
  const { twins } = await twinsOf(context, reader);
  if (!twins.some(({ id }) => id === playerId)) throw missing();
}

async function ownJoin({ session }: Own, reader: Reader, id: string): Promise<JoinRow> {
  const join = await findJoin(reader, id);
  if (join?.intoPlayer !== session.playerId || join.splitAt) throw missing();
  return join;
}

/** Of each that has one, before anything is looked at; a missing one costs nobody a try. */
async function provePasswords(
  context: Own,
  sides: readonly { playerId: string; field: string; password: string | undefined }[],
): Promise<void> {
  const asked = [];
  for (const side of sides)
    if (await findPayPassword(context.db.read, playerScope(side.playerId))) asked.push(side);
  for (const { field, password } of asked)
    if (password === undefined) throw invalidField(field, `identities:error.${field}`);
  for (const { playerId, password } of asked)
    await provePayPassword(context, password ?? '', playerScope(playerId));
}

const toTwin = ({ id, name, platform }: PlayerRow) => ({ playerId: id, playerName: name, platform });

export const ownHandlers: Handlers<OwnCalls> = {
  async readOwnIdentities(context) {
    const { db, session, clock } = context;
    const now = clock.now();
    const { proof, twins } = await twinsOf(context, db.read);
    const joined = await joinsInto(db.read, session.playerId);
    const waiting = await wishesOf(db.read, session.playerId);
    return {
      phone: proof?.phone ?? null,
      provenUntil: proof ? new Date(proof.provenAt.getTime() + proofHours * hourMs).toISOString() : null,
      twins: twins.map(toTwin),
      waiting: await toWaiting(db.read, waiting, session.playerId),
      joined: joined.map((one) => toJoined(one, now, true)),
    };
  },

  async proveOwnPhone(context, { phone, code, codeTicket: ticket }) {
    const { session, services, clock } = context;
    const player = await findPlayer(context.db.read, session.playerId);
    if (!player) throw unauthorized();
    // the number is who that player is
    if (player.platform === 'phone' && player.openId !== phone)
      throw invalidField('phone', 'identities:error.otherPhone');
    const codeId = await checkCode(services, { phone, purpose: 'player', code, ticket });
    await context.db.transaction(async (tx) => {
      await spendCode(tx, codeId, clock.now());
      await provePhone(tx, services, { playerId: session.playerId, phone, now: clock.now() });
    });
    if (player.phone !== phone) await tellOfGuard(services, session.playerId, 'phone');
  },

  async previewOwnJoin(context, { playerId }) {
    await assertTwin(context, context.db.read, playerId);
    return previewJoin(context.db.read, context.services, { from: playerId, into: context.session.playerId });
  },

  async joinOwn(context, { playerId, seen, password, otherPassword }) {
    const { db, services, session } = context;
    await assertTwin(context, db.read, playerId);
    await provePasswords(context, [
      { playerId: session.playerId, field: 'password', password },
      { playerId, field: 'otherPassword', password: otherPassword },
    ]);
    const asked = await db.transaction(async (tx) => {
      await assertTwin(context, tx, playerId);
      return askJoin(tx, services, { from: playerId, into: session.playerId, seen });
    });
    await tellAsked(services, asked);
    return toAsked(asked);
  },

  async callOffOwnJoin({ db, services, session }, { id }) {
    await db.transaction(async (tx) => {
      const wish = await findWish(tx, id);
      if (!wish || ![wish.fromPlayer, wish.intoPlayer].includes(session.playerId)) throw missing();
      if (!(await callOff(tx, services, id))) throw conflict('identities:error.ended');
    });
  },

  async previewOwnSplit(context, { id }) {
    return previewSplit(context.db.read, await ownJoin(context, context.db.read, id));
  },

  async splitOwn(context, { id, seen }) {
    const join = await context.db.transaction(async (tx) => {
      await ownJoin(context, tx, id);
      return splitPlayers(tx, context.services, { id, seen });
    });
    for (const playerId of [join.fromPlayer, join.intoPlayer]) await tellLoginsEnded(context.db, playerId);
    return {};
  },
};
