import { inArray } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { find, update } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import {
  type OldPlayerState,
  type OldPlayersPreview,
  type oldPlayerCalls,
  oldPlayersChanged,
} from '../contract/old-players.ts';
import { oldPlayers } from '../tables.ts';
import { bringOrAsk, type File, hashOf, sumOf, type Understood, understand } from './import-old-players.ts';
import { bookReturns } from './old-player-books.ts';
import { pageOldPlayers } from './old-player-queries.ts';

const shownPlayers = 5;
const shownWrong = 50;

function toPreview(
  context: StaffContext,
  file: Pick<File, 'fieldId'>,
  { players, wrong, hash }: Understood,
): OldPlayersPreview {
  const say = sayFor(context);
  return {
    players: players.length,
    balanceFen: sumOf(players, 'balanceFen'),
    coins: sumOf(players, 'coins'),
    first: players.slice(0, shownPlayers),
    wrong: wrong.slice(0, shownWrong).map(({ line, key, params }) => ({ line, reason: say(key, params) })),
    wrongLines: wrong.length,
    seen: hashOf([file.fieldId, hash, wrong.length]),
  };
}

const stateOf = ({
  playerId,
  revokedAt,
}: {
  playerId: string | null;
  revokedAt: Date | null;
}): OldPlayerState => (playerId ? 'claimed' : revokedAt ? 'revoked' : 'waiting');

export const oldPlayerHandlers: Handlers<typeof oldPlayerCalls> = {
  async listOldPlayers({ db, session }, input) {
    const page = await pageOldPlayers(db.read, session.scope, input);
    return mapPage(page, (row) => ({
      ...row,
      unit: 'coin' as const,
      state: stateOf(row),
    }));
  },

  async previewOldPlayers(context, file) {
    return toPreview(context, file, await understand(context, context.db.read, file));
  },

  async importOldPlayers(context, { seen, ...file }) {
    const check = (understood: Understood) => {
      if (toPreview(context, file, understood).seen !== seen) throw conflict('members:error.otherFile');
    };
    return context.db.transaction((tx) => bringOrAsk(tx, context, file, { check }));
  },

  async revokeOldPlayers(context, { ids, reason }) {
    const { session, clock } = context;
    const now = clock.now();
    await context.db.transaction(async (tx) => {
      const held = await find(tx, session.scope, oldPlayers, ({ id }) => inArray(id, ids), 'update');
      if (held.length < new Set(ids).size) throw missing();
      if (held.some((row) => stateOf(row) !== 'waiting')) throw conflict('members:error.notWaiting');
      await update(tx, session.scope, oldPlayers, ({ id }) => inArray(id, ids), { revokedAt: now });
      await bookReturns(tx, held, now);
      await audit(tx, context, {
        action: 'members.revokeOld',
        entity: 'oldPlayers',
        entityId: held[0]?.id ?? '',
        label: held
          .map(({ name, phone }) => name || maskPhone(phone))
          .join(', ')
          .slice(0, 200),
        after: {
          players: held.length,
          balance: formatFen(held.reduce((sum, { balanceFen }) => sum + balanceFen, 0)),
          coins: held.reduce((sum, { coins }) => sum + coins, 0),
          reason,
        },
      });
      for (const event of [oldPlayersChanged, memberChanged])
        await emit(tx, siteTopic(session.tenantId, ...held.map(({ siteId }) => siteId)), event, {});
    });
  },
};
