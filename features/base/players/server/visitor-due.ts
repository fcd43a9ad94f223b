import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { announce, type Gathering, gathered } from '#kit/server/gathered-writes.ts';
import { insertManyText, shapeOf } from '#kit/server/row-statements.ts';
import { players, visitorsDue } from '../tables.ts';

export type Visitor = {
  tenantId: string;
  playerId: string;
};

/** On which those are told who count visits. */
export const visitorChannel = 'visitor_due';

const keyOf = ({ tenantId, playerId }: Visitor) => `${tenantId} ${playerId}`;

/** Each once for a transaction, in its last statement. */
const marked: Gathering<Map<string, Visitor>> = {
  empty: () => new Map(),
  copy: (visitors) => new Map(visitors),
  writes: (visitors, statement) =>
    visitors.size === 0
      ? []
      : [{ text: insertManyText(statement, shapeOf(visitorsDue), [...visitors.values()]) }],
};

/** A player has been with a merchant, or what is known of it has changed: said by the code that writes it down. */
export function markVisitor(tx: Tx, visitor: Visitor): void {
  const { tenantId, playerId } = visitor;
  gathered(tx, marked).set(keyOf(visitor), { tenantId, playerId });
  announce(tx, visitorChannel);
}

/** Many at once, when a rule changed by which all of them are looked at. */
export async function markVisitors(tx: Tx, tenantId: string, playerIds: readonly string[]): Promise<void> {
  if (playerIds.length === 0) return;
  await tx.execute(sql`
    insert into visitor_due (tenant_id, player_id)
    select ${tenantId}, unnest(${`{${playerIds.join(',')}}`}::uuid[])`);
  announce(tx, visitorChannel);
}

/**
 * The oldest marks, taken out; who takes them looks at those players in the same transaction. Nobody of them is joined or
 * split meanwhile, and who was joined before is named with the player he is by now: his rows may be there already.
 */
export async function takeVisitors(
  tx: Tx,
  limit: number,
): Promise<{ visitors: (Visitor & { joinedTo: string | null })[]; marks: number }> {
  const found = await tx.execute<{ tenant_id: string; player_id: string }>(sql`
    delete from visitor_due where id in (
      select id from visitor_due order by id limit ${limit} for update skip locked
    ) returning tenant_id, player_id`);
  const marks = [...found].map((row) => ({ tenantId: row.tenant_id, playerId: row.player_id }));
  if (marks.length === 0) return { visitors: [], marks: 0 };
  const known = await tx
    .select({ id: players.id, joinedTo: players.joinedTo })
    .from(players)
    .where(inArray(players.id, [...new Set(marks.map(({ playerId }) => playerId))]))
    .orderBy(players.id)
    .for('share');
  const joined = new Map(known.map(({ id, joinedTo }) => [id, joinedTo]));
  const visitors = new Map(marks.map((visitor) => [keyOf(visitor), visitor]));
  return {
    visitors: [...visitors.values()].map((visitor) => ({
      ...visitor,
      joinedTo: joined.get(visitor.playerId) ?? null,
    })),
    marks: marks.length,
  };
}
