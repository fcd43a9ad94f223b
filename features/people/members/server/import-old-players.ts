import { createHash } from 'node:crypto';
import { assertSites } from '#features/base/sites/server/public.ts';
import { type Agreed, type DoorKeeper, giveOrAsk, worthOf } from '#features/money/allowance/server/public.ts';
import { conflict, forbidden, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { readSpreadsheet, UnreadableSheet } from '#kit/server/read-spreadsheet.ts';
import { insert } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import { mostFileBytes, oldPlayerCalls, oldPlayersChanged } from '../contract/old-players.ts';
import { levelWorthFen } from '../rules/level-worth.ts';
import { type OldPlayerLine, readOldPlayers, type WrongLine } from '../rules/old-player-lines.ts';
import { oldPlayerImports, oldPlayers } from '../tables.ts';
import { type LevelRow, levelsOf } from './level-queries.ts';
import { bookOpenings } from './old-player-books.ts';
import { broughtBefore, findImport, holdImport } from './old-player-queries.ts';

export interface File {
  fieldId: string;
  fileName: string;
  content: string;
}

export const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');
export const sumOf = (players: readonly OldPlayerLine[], of: 'balanceFen' | 'coins') =>
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

export interface Understood {
  players: OldPlayerLine[];
  levels: LevelRow[];
  wrong: WrongLine[];
  /** of what the lines say, however the file was saved */
  hash: string;
}

export async function understand(
  context: StaffContext,
  reader: Reader,
  file: Omit<File, 'fileName'>,
): Promise<Understood> {
  const { scope, tenantId } = context.session;
  await assertSites(reader, scope, [file.fieldId]);
  const levels = await levelsOf(reader, tenantId);
  const { players, wrong } = readOldPlayers(rowsOf(file.content), levels);
  // a level holds at all sites: it is given by who sees all of them
  if (players.some(({ levelId }) => levelId) && scope.kind === 'tenant' && scope.siteIds !== null)
    throw forbidden('members:error.levelsAllSites');
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
    levels,
    wrong: [...wrong, ...again].sort((a, b) => a.line - b.line),
    hash,
  };
}

/** Balance, coins and levels of a file in one unit. */
async function worthOfFile(
  tx: Tx,
  { services, session }: StaffContext,
  { players, levels }: Understood,
): Promise<number> {
  const coins = sumOf(players, 'coins');
  const byLevel = new Map(levels.map((level) => [level.id, levelWorthFen(level)]));
  const ofLevels = players.reduce((sum, { levelId }) => sum + (byLevel.get(levelId ?? '') ?? 0), 0);
  const ofCoins = await worthOf(tx, services, { coin: coins }, session.tenantId);
  return sumOf(players, 'balanceFen') + ofCoins + ofLevels;
}

async function bring(
  tx: Tx,
  context: StaffContext,
  file: File,
  { importId, players, hash }: { importId: string } & Pick<Understood, 'players' | 'hash'>,
): Promise<void> {
  const { session, clock } = context;
  const { scope, tenantId, userId, name } = session;
  const now = clock.now();
  const coins = sumOf(players, 'coins');
  const balanceFen = sumOf(players, 'balanceFen');
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
    day: businessDay(now),
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

/**
 * Brings a file along where the allowance covers what it is worth; else it waits for a second person. `check` is told what
 * was understood before anything is written.
 */
export async function bringOrAsk(
  tx: Tx,
  context: StaffContext,
  { fieldId, fileName, content }: File,
  { agreed, check }: { agreed?: Agreed; check?: (understood: Understood) => void },
): Promise<{ players: number; asked: string | null }> {
  const file = { fieldId, fileName, content };
  // of two at once the second sees whom the first brought
  await holdImport(tx, context.session.tenantId);
  const understood = await understand(context, tx, file);
  const { players, wrong } = understood;
  if (wrong.length > 0) throw invalidField('content', 'members:error.wrongLines', { count: wrong.length });
  check?.(understood);
  const importId = newId(context.clock.now().getTime());
  const balance = formatFen(sumOf(players, 'balanceFen'));
  const levels = players.filter(({ levelId }) => levelId).length;
  const params = { players: players.length, balance, coins: sumOf(players, 'coins'), levels };
  const wish = {
    ...{ door: 'import' as const, subjectId: importId, units: players.length, label: fileName },
    worthFen: await worthOfFile(tx, context, understood),
    tells: [{ key: 'members:old.asks', params }],
    payload: file,
  };
  const asked = await giveOrAsk(tx, context, wish, agreed);
  if (!asked) await bring(tx, context, file, { importId, ...understood });
  return { players: players.length, asked };
}

export const importDoor: DoorKeeper = {
  right: oldPlayerCalls.importOldPlayers.access,
  async carryOut(tx, context, payload, agreed) {
    await bringOrAsk(tx, context, payload as File, { agreed });
  },
};
