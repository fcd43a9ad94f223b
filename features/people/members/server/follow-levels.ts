import { and, eq, inArray, or } from 'drizzle-orm';
import { ofSamePerson, type VisitDay } from '#features/base/players/server/public.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import { earnedLevel } from '../rules/level-rules.ts';
import { memberSteps, members } from '../tables.ts';
import { collectOwedBonuses } from './level-bonuses.ts';
import { type LevelRow, levelsDue, levelsOf } from './level-queries.ts';
import { visitDaysOf } from './visit-days.ts';

type MemberRow = RowOf<typeof members>;
type Reason = RowOf<typeof memberSteps>['reason'];

const untilOf = (level: LevelRow | undefined, now: Date): Date | null =>
  level?.keepDays ? new Date(now.getTime() + level.keepDays * dayMs) : null;

export async function stepTo(
  tx: Tx,
  member: MemberRow,
  level: LevelRow | undefined,
  step: { reason: Reason; siteId?: string | undefined; bonusCoins?: number; topUpDay?: string | undefined },
  now: Date,
): Promise<void> {
  const scope = tenantScope(member.tenantId);
  const id = newId(now.getTime());
  const { reason, siteId, bonusCoins = 0, topUpDay } = step;
  await update(
    tx,
    scope,
    members,
    { id: member.id },
    {
      levelId: level?.id ?? null,
      levelSince: level ? now : null,
      levelUntil: untilOf(level, now),
    },
  );
  await insert(tx, scope, memberSteps, {
    id,
    createdAt: now,
    playerId: member.id,
    fromLevelId: member.levelId,
    toLevelId: level?.id ?? null,
    reason,
    siteId: siteId ?? null,
    bonusCoins,
    ...(bonusCoins > 0 && { topUpFen: level?.topUpFen ?? null, topUpDay: topUpDay ?? null }),
  });
  if (bonusCoins === 0 || !siteId) return;
  await postTransfers(tx, [
    {
      key: `level-bonus:${id}`,
      tenantId: member.tenantId,
      kind: 'levelBonus',
      legs: [
        { account: mintAccount(member.tenantId, 'coin'), amount: -bonusCoins },
        { account: playerAccount(member.tenantId, member.id, siteId, 'coin'), amount: bonusCoins },
      ],
      subject: { kind: 'memberStep', id },
      at: now,
    },
  ]);
}

/** Where the top-up was made that reached it: the coins go there too. */
const topUpFor = (days: readonly VisitDay[], { topUpFen }: LevelRow): VisitDay | undefined =>
  days.find((day) => topUpFen !== null && day.topUpFen >= topUpFen);

/** Once for a person: who had it by a record that was joined to this one has had it. */
async function bonusOf(tx: Tx, member: MemberRow, level: LevelRow): Promise<number> {
  if (level.bonusCoins === 0) return 0;
  const scope = tenantScope(member.tenantId);
  const joined = await find(tx, scope, members, { joinedTo: member.id });
  const ids = [member.id, ...joined.map(({ id }) => id)];
  const steps = await find(tx, scope, memberSteps, ({ playerId, toLevelId }) =>
    and(or(inArray(playerId, ids), ofSamePerson(playerId, member.id)), eq(toLevelId, level.id)),
  );
  return steps.some(({ bonusCoins }) => bonusCoins > 0) ? 0 : level.bonusCoins;
}

/** With the figures of what was just paid: who reaches a higher level has it now. The rows are held. */
export async function liftMembers(
  tx: Tx,
  held: readonly MemberRow[],
  daysOf: ReadonlyMap<string, VisitDay[]>,
  now: Date,
): Promise<void> {
  const tenantId = held[0]?.tenantId;
  if (!tenantId) return;
  const levels = await levelsOf(tx, tenantId);
  if (levels.length === 0) return;
  const rankOf = new Map(levels.map(({ id, rank }) => [id, rank]));
  for (const member of held) {
    const days = [...(daysOf.get(member.id) ?? [])].sort((a, b) => b.day.localeCompare(a.day));
    const earned = earnedLevel(levels, days, businessDay(now));
    if (!earned || earned.level.rank <= (rankOf.get(member.levelId ?? '') ?? 0)) continue;
    const { level, reason } = earned;
    const topUp = reason === 'topUp' ? topUpFor(days, level) : undefined;
    const bonusCoins = topUp ? await bonusOf(tx, member, level) : 0;
    const came = { reason, siteId: topUp?.siteId, topUpDay: topUp?.day, bonusCoins };
    await stepTo(tx, member, level, came, now);
  }
}

async function judge(
  tx: Tx,
  member: MemberRow,
  levels: readonly LevelRow[],
  days: readonly VisitDay[],
  now: Date,
): Promise<void> {
  if (!member.levelUntil || member.levelUntil > now) return;
  const current = levels.find(({ id }) => id === member.levelId);
  const earned = earnedLevel(levels, days, businessDay(now))?.level;
  if (earned && current && earned.rank >= current.rank) {
    const until = { levelUntil: untilOf(current, now) };
    await update(tx, tenantScope(member.tenantId), members, { id: member.id }, until);
  } else await stepTo(tx, member, earned, { reason: 'judged' }, now);
}

const perTurn = 100;

/** Levels whose time is over, or of whose payments something went back: kept when they are still earned, else lowered. */
export async function judgeLevels({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await collectOwedBonuses(db, now);
  for (;;) {
    const due = await levelsDue(db.read, now, perTurn);
    for (const [tenantId, own] of Map.groupBy(due, (one) => one.tenantId))
      await db.transaction(async (tx) => {
        const ids = own.map(({ id }) => id);
        const held = await find(tx, tenantScope(tenantId), members, ({ id }) => inArray(id, ids), 'update');
        const levels = await levelsOf(tx, tenantId);
        const days = Map.groupBy(await visitDaysOf(tx, tenantId, ids), ({ playerId }) => playerId);
        for (const member of held) await judge(tx, member, levels, days.get(member.id) ?? [], now);
        await emit(tx, tenantTopic(tenantId), memberChanged, {});
      });
    if (due.length < perTurn) return;
  }
}
