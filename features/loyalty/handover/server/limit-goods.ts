import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { holdSpending } from '#features/people/playerapp/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdNames } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { HandoverState } from '../contract/kinds.ts';
import { isLimited, type Limits, leftOf, type Taken } from '../rules/limit-rules.ts';
import { handoverLines, handovers } from '../tables.ts';

interface Who {
  tenantId: string;
  playerId: string;
  /** as the site counts days */
  day: string;
}

export interface LimitedLine extends Limits {
  goodId: string;
  goodName: string;
  pieces: number;
}

/** What is kept for the player or has left; pieces of an order that can still be paid are kept. */
const counted: HandoverState[] = ['unpaid', 'ready', 'refunding', 'shipped', 'done'];

/** Pieces of a good that were had, for points and for money together. */
async function countTaken(reader: Reader, { tenantId, playerId, day }: Who, goodId: string): Promise<Taken> {
  const scope = tenantScope(tenantId);
  const row = rows(scope, handovers);
  const line = rows(scope, handoverLines);
  const own = ofSamePerson(row.playerId, playerId);
  const piecesWhere = (condition: SQL | undefined) =>
    sql`coalesce(sum(${line.pieces}) filter (where ${condition}), 0)`.mapWith(Number);
  const [found] = await reader
    .select({
      own: piecesWhere(own),
      ownToday: piecesWhere(and(own, eq(row.day, day))),
      today: piecesWhere(eq(row.day, day)),
    })
    .from(line)
    .innerJoin(row, and(eq(row.tenantId, line.tenantId), eq(row.id, line.handoverId)))
    .where(and(eq(line.goodId, goodId), inArray(row.state, counted), or(own, eq(row.day, day))));
  return found ?? { own: 0, ownToday: 0, today: 0 };
}

/** How many more of a good the player may have; null: no limit. */
export async function leftFor(
  reader: Reader,
  who: Who,
  good: Limits & { id: string },
): Promise<number | null> {
  if (!isLimited(good)) return null;
  return leftOf(good, await countTaken(reader, who, good.id))?.left ?? null;
}

/** Refuses what is above a limit of a good, over all its variants. */
export async function assertLimits(reader: Reader, who: Who, lines: readonly LimitedLine[]): Promise<void> {
  for (const [goodId, same] of Map.groupBy(lines.filter(isLimited), (line) => line.goodId)) {
    const [first] = same as [LimitedLine];
    const over = leftOf(first, await countTaken(reader, who, goodId));
    const wanted = same.reduce((sum, { pieces }) => sum + pieces, 0);
    if (over && wanted > over.left)
      throw conflict(`handover:error.${over.why}`, { name: first.goodName, left: over.left });
  }
}

/**
 * Refuses what is above a limit, and keeps it so: until this transaction ends nobody else has the same limited good, and
 * the player has nothing else. The player first, then goods in one order: no two calls wait for each other.
 */
export async function holdLimits(tx: Tx, who: Who, lines: readonly LimitedLine[]): Promise<void> {
  await holdSpending(tx, who.playerId);
  await holdNames(
    tx,
    'limited good',
    lines.filter(isLimited).map(({ goodId }) => [who.tenantId, goodId] as const),
  );
  await assertLimits(tx, who, lines);
}
