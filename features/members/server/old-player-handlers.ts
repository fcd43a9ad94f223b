import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { lockIssuer, spendIssue } from '#features/coins/server/public.ts';
import { assertSites } from '#features/sites/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { readSpreadsheet, UnreadableSheet } from '#kit/server/read-spreadsheet.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import {
  mostFileBytes,
  type OldPlayerState,
  type OldPlayersPreview,
  type oldPlayerCalls,
  oldPlayersChanged,
} from '../contract/old-players.ts';
import { type OldPlayerLine, readOldPlayers, type WrongLine } from '../rules/old-player-lines.ts';
import { oldPlayerImports, oldPlayers } from '../tables.ts';
import { levelsOf } from './level-queries.ts';
import { bookOpenings, bookReturns } from './old-player-books.ts';
import { broughtBefore, findImport, pageOldPlayers, takeImportTurn } from './old-player-queries.ts';

interface File {
  fieldId: string;
  fileName: string;
  content: string;
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
const sumOf = (players: readonly OldPlayerLine[], of: 'balanceFen' | 'coins') =>
  players.reduce((sum, player) => sum + player[of], 0);

function rowsOf(content: string): string[][] {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > mostFileBytes) throw invalidField('content', 'members:error.fileTooLarge');
  try {
    return readSpreadsheet(bytes);
  } catch (error) {
    if (error instanceof UnreadableSheet) throw invalidField('content', 'members:error.unreadable');
    throw error;
  }
}

interface Understood {
  players: OldPlayerLine[];
  wrong: WrongLine[];
  /** of what the lines say, however the file was saved */
  hash: string;
}

async function understand(context: StaffContext, reader: Reader, file: File): Promise<Understood> {
  const { scope, tenantId } = context.session;
  await assertSites(reader, scope, [file.fieldId]);
  const { players, wrong } = readOldPlayers(rowsOf(file.content), await levelsOf(reader, tenantId));
  const hash = hashOf(players.map(({ line: _, ...player }) => Object.values(player)));
  const same = await findImport(reader, scope, file.fieldId, hash);
  if (same)
    throw conflict('members:error.sameFile', {
      name: same.fileName,
      user: same.userName,
      day: businessDay(same.createdAt),
    });
  const known = await broughtBefore(
    reader,
    scope,
    file.fieldId,
    players.map(({ phone }) => phone),
  );
  const again = players
    .filter(({ phone }) => known.has(phone))
    .map(({ line }) => ({ line, key: 'members:wrongLine.before' }));
  return {
    players: players.filter(({ phone }) => !known.has(phone)),
    wrong: [...wrong, ...again].sort((a, b) => a.line - b.line),
    hash,
  };
}

const shownPlayers = 5;
const shownWrong = 50;

function toPreview(
  context: StaffContext,
  file: File,
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

async function bring(
  tx: Tx,
  context: StaffContext,
  file: File,
  { players, hash }: Understood,
): Promise<void> {
  const { session, services, clock } = context;
  const { scope, tenantId, userId, name } = session;
  const now = clock.now();
  const coins = sumOf(players, 'coins');
  const balanceFen = sumOf(players, 'balanceFen');
  await lockIssuer(tx, session);
  const day = await spendIssue(tx, services, session, coins, now);
  const importId = newId(now.getTime());
  await insert(tx, scope, oldPlayerImports, {
    id: importId,
    createdAt: now,
    siteId: file.fieldId,
    fileName: file.fileName,
    fileHash: hash,
    players: players.length,
    balanceFen,
    coins,
    userId,
    userName: name,
    day,
  });
  const rows = players.map(({ levelName: _, ...player }) => ({
    ...player,
    id: newId(now.getTime()),
    createdAt: now,
    importId,
    siteId: file.fieldId,
  }));
  await insert(tx, scope, oldPlayers, rows);
  await bookOpenings(
    tx,
    rows.map((row) => ({ ...row, tenantId })),
    now,
  );
  await audit(tx, context, {
    action: 'members.import',
    entity: 'oldPlayers',
    entityId: importId,
    label: file.fileName,
    siteId: file.fieldId,
    after: { players: players.length, balance: formatFen(balanceFen), coins },
  });
  for (const event of [oldPlayersChanged, memberChanged])
    await emit(tx, siteTopic(tenantId, file.fieldId), event, {});
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
    const { tenantId } = context.session;
    return context.db.transaction(async (tx) => {
      // of two at once the second sees whom the first brought
      await takeImportTurn(tx, tenantId);
      const understood = await understand(context, tx, file);
      if (understood.wrong.length > 0)
        throw invalidField('content', 'members:error.wrongLines', { count: understood.wrong.length });
      if (toPreview(context, file, understood).seen !== seen) throw conflict('members:error.otherFile');
      await bring(tx, context, file, understood);
      return { players: understood.players.length };
    });
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
    return {};
  },
};
