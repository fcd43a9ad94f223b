import { sql } from 'drizzle-orm';
import type { Proven } from '#features/base/players/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import { oldPlayersChanged } from '../contract/old-players.ts';
import { members, oldPlayers } from '../tables.ts';
import { stepTo } from './follow-levels.ts';
import { levelsOf } from './level-queries.ts';
import { bookClaims } from './old-player-books.ts';
import { holdWaiting, type OldPlayerRow } from './old-player-queries.ts';

const longestNote = 500;

/** The merchant knows the player from before: the note goes along, and so does a level that is higher than what there is. */
async function welcome(tx: Tx, old: OldPlayerRow, playerId: string, now: Date): Promise<void> {
  const { tenantId, note, levelId } = old;
  const scope = tenantScope(tenantId);
  await tx.execute(
    sql`insert into member (tenant_id, id) values (${tenantId}, ${playerId}) on conflict do nothing`,
  );
  const [member] = await find(tx, scope, members, { id: playerId }, 'update');
  if (!member) return;
  if (note) {
    const both = [member.note, note].filter(Boolean).join('\n').slice(0, longestNote);
    await update(tx, scope, members, { id: playerId }, { note: both });
  }
  const levels = await levelsOf(tx, tenantId);
  const brought = levels.find(({ id }) => id === levelId);
  const present = levels.find(({ id }) => id === member.levelId);
  if (brought && brought.rank > (present?.rank ?? 0))
    await stepTo(tx, member, brought, { reason: 'brought' }, now);
}

/** Who has shown to hold the number gets what waited for it, at every merchant. */
export async function claimOldPlayers(tx: Tx, { playerId, phone, now }: Proven): Promise<void> {
  const waiting = await holdWaiting(tx, phone);
  for (const old of waiting) {
    await update(tx, tenantScope(old.tenantId), oldPlayers, { id: old.id }, { playerId, claimedAt: now });
    await welcome(tx, old, playerId, now);
  }
  if (waiting.length > 0) await bookClaims(tx, waiting, playerId, now);
  for (const { tenantId, siteId } of waiting)
    for (const event of [oldPlayersChanged, memberChanged])
      await emit(tx, siteTopic(tenantId, siteId), event, {});
}
