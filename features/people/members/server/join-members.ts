import { inArray, sql } from 'drizzle-orm';
import type { JoiningKeeper, Pair } from '#features/base/players/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, remove, update } from '#kit/server/tables.ts';
import { mostTags } from '../contract/members.ts';
import { memberPlaces, members } from '../tables.ts';
import { stepTo } from './follow-levels.ts';
import { levelsOf } from './level-queries.ts';
import { type MemberRow, refreshMembers, takeMembers } from './refresh-members.ts';

const longestNote = 500;

/** By merchant: the member that is joined and the one that stays. */
async function pairsOf(tx: Tx, { from, into }: Pair): Promise<{ from: MemberRow; into: MemberRow }[]> {
  const both = await find(tx, platformScope, members, ({ id }) => inArray(id, [from, into]));
  return [...Map.groupBy(both, ({ tenantId }) => tenantId).values()].flatMap((rows) => {
    const [one, other] = [rows.find(({ id }) => id === from), rows.find(({ id }) => id === into)];
    return one && other ? [{ from: one, into: other }] : [];
  });
}

/** What staff wrote about either is true of the person; the higher level is kept for as long as it was earned. */
async function putTogether(tx: Tx, from: MemberRow, into: MemberRow, now: Date): Promise<void> {
  const scope = tenantScope(into.tenantId);
  const note = [into.note, from.note].filter(Boolean).join('\n').slice(0, longestNote);
  const tags = [...new Set([...into.tags, ...from.tags])].slice(0, mostTags);
  await update(tx, scope, members, { id: into.id }, { note, tags });
  const levels = await levelsOf(tx, into.tenantId);
  const rankOf = ({ levelId }: MemberRow) => levels.find(({ id }) => id === levelId)?.rank ?? 0;
  const higher = levels.find(({ id }) => id === from.levelId);
  if (higher && rankOf(from) > rankOf(into)) {
    await stepTo(tx, into, higher, { reason: 'joined' }, now);
    await update(tx, scope, members, { id: into.id }, { levelUntil: from.levelUntil });
  }
}

/** Figures are worked out from orders and deposits, wherever those are by now. */
async function lookAnew(tx: Tx, tenantId: string, playerIds: readonly string[], now: Date): Promise<void> {
  const scope = tenantScope(tenantId);
  await remove(tx, scope, memberPlaces, ({ playerId }) => inArray(playerId, [...playerIds]));
  // who has no day left has none of the figures either; what was paid stays for a moment, to be compared with
  await update(tx, scope, members, ({ id }) => inArray(id, [...playerIds]), {
    firstVisitAt: null,
    lastVisitAt: null,
    visits: 0,
  });
  await refreshMembers(tx, tenantId, playerIds, now);
  await update(
    tx,
    scope,
    members,
    ({ id, visits }) => sql`${inArray(id, [...playerIds])} and ${visits} = 0`,
    {
      paidFen: 0,
      topUpFen: 0,
      levelUntil: sql`case when level_id is null then level_until else ${now.toISOString()}::timestamptz end`,
    },
  );
}

export const joinMembers: JoiningKeeper = {
  /** Rows that change hands name a member of each merchant. Locked in one order, as where figures are worked out. */
  async before(tx, { from, into }) {
    const known = await find(tx, platformScope, members, ({ id }) => inArray(id, [from, into]));
    for (const tenantId of [...new Set(known.map((member) => member.tenantId))].sort()) {
      await tx.execute(sql`
        insert into member (tenant_id, id)
        select tenant_id, ${into}::uuid from member where tenant_id = ${tenantId} and id = ${from}::uuid
        on conflict do nothing`);
      await takeMembers(tx, tenantId, [from, into]);
    }
  },

  async joined(tx, pair) {
    for (const { from, into } of await pairsOf(tx, pair)) {
      const { tenantId } = into;
      const isFirst = from.joinedTo === null;
      if (isFirst) {
        await putTogether(tx, from, into, pair.now);
        await update(tx, tenantScope(tenantId), members, { id: from.id }, { joinedTo: into.id });
      }
      await remove(tx, tenantScope(tenantId), memberPlaces, { playerId: from.id });
      await refreshMembers(tx, tenantId, [into.id], pair.now);
    }
  },

  async split(tx, pair) {
    for (const { from, into } of await pairsOf(tx, pair)) {
      const { tenantId } = into;
      await update(tx, tenantScope(tenantId), members, { id: from.id }, { joinedTo: null });
      await lookAnew(tx, tenantId, [from.id, into.id], pair.now);
    }
  },
};
