import { and, asc, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import type { VisitDay } from '#features/base/players/server/public.ts';
import {
  lockAccounts,
  mintAccount,
  playerAccount,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { dayAt } from '#features/selling/figures/server/public.ts';
import { buyerDays, type OrderListener } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import { memberSteps, members } from '../tables.ts';

type Step = RowOf<typeof memberSteps>;

const accountOf = ({ tenantId, playerId, siteId }: Step) =>
  playerAccount(tenantId, playerId, siteId as string, 'coin');

/** The top-up that the coins came with is still there. */
const isKept = ({ topUpDay, topUpFen, siteId }: Step, days: readonly VisitDay[]): boolean =>
  topUpDay === null ||
  topUpFen === null ||
  days.some((one) => one.day === topUpDay && one.siteId === siteId && one.topUpFen >= topUpFen);

/** Coins go back as far as there are some; the rest is owed, and taken when there are coins again. */
async function bring(tx: Tx, step: Step, wanted: number, now: Date): Promise<void> {
  const { tenantId, id, takenBack } = step;
  if (wanted === takenBack) return;
  const account = accountOf(step);
  const mint = mintAccount(tenantId, 'coin');
  await lockAccounts(
    tx,
    [account, mint].map((one) => ({ account: one, spread: id })),
  );
  const [purse] = await readBalances(tx, [account]);
  const back = Math.min(wanted - takenBack, Math.max(0, purse?.available ?? 0));
  if (back === 0) return;
  await postTransfers(tx, [
    {
      key: `level-bonus-${back > 0 ? 'back' : 'again'}:${newId()}`,
      tenantId,
      kind: 'levelBonus',
      legs: [
        { account, amount: -back },
        { account: mint, amount: back },
      ],
      subject: { kind: 'memberStep', id },
      at: now,
    },
  ]);
  await update(tx, tenantScope(tenantId), memberSteps, { id }, { takenBack: takenBack + back });
}

/** With the figures of what was just paid or went back. The rows of these members are held. */
export async function followBonuses(
  tx: Tx,
  held: readonly RowOf<typeof members>[],
  daysOf: ReadonlyMap<string, VisitDay[]>,
  now: Date,
): Promise<void> {
  const tenantId = held[0]?.tenantId;
  if (!tenantId) return;
  const ids = held.map(({ id }) => id);
  const steps = await find(tx, tenantScope(tenantId), memberSteps, ({ playerId, bonusCoins }) =>
    and(inArray(playerId, ids), gt(bonusCoins, 0)),
  );
  for (const step of steps) {
    const kept = isKept(step, daysOf.get(step.playerId) ?? []);
    // a refund that the platform refused gives the coins again
    if (kept === (step.revokedAt !== null))
      await update(tx, tenantScope(tenantId), memberSteps, { id: step.id }, { revokedAt: kept ? null : now });
    await bring(tx, step, kept ? 0 : step.bonusCoins, now);
  }
}

const perRound = 200;

/** What was spent when it should have gone back, from whatever coins the player has there by now. */
export async function collectOwedBonuses(db: Database, now: Date): Promise<void> {
  const step = rows(platformScope, memberSteps);
  const owing = await db.read
    .select({ tenantId: step.tenantId, id: step.id, playerId: step.playerId })
    .from(step)
    .where(and(isNotNull(step.revokedAt), lt(step.takenBack, step.bonusCoins)))
    .orderBy(asc(step.id))
    .limit(perRound);
  for (const { tenantId, id, playerId } of owing)
    await db.transaction(async (tx) => {
      const scope = tenantScope(tenantId);
      // working out the figures of the member holds the same row
      await find(tx, scope, members, { id: playerId }, 'update');
      const [found] = await find(tx, scope, memberSteps, { id }, 'update');
      if (found?.revokedAt) await bring(tx, found, found.bonusCoins, now);
    });
}

/** Told before the refund: coins that came with a level go back with the top-up that reached it. */
export const tellOfBonuses: NonNullable<OrderListener['refundBesides']> = async (
  reader,
  { tenantId, playerId, siteId, paidAt, paidAmount, refundedAmount },
  { amount },
  say,
) => {
  if (!playerId || !siteId || !paidAt) return undefined;
  const paidOn = await dayAt(reader, { at: paidAt, tenantId, siteId });
  const steps = await find(reader, tenantScope(tenantId), memberSteps, (step) =>
    and(
      eq(step.playerId, playerId),
      eq(step.siteId, siteId),
      eq(step.topUpDay, paidOn),
      gt(step.bonusCoins, 0),
    ),
  );
  const before = paidAmount - refundedAmount;
  const lost = steps.filter(
    ({ topUpFen, revokedAt }) =>
      revokedAt === null && topUpFen !== null && before >= topUpFen && before - amount < topUpFen,
  );
  const coins = lost.reduce((sum, { bonusCoins }) => sum + bonusCoins, 0);
  if (coins === 0) return undefined;
  // another top-up of that day may be the larger one
  const days = await buyerDays(reader, tenantId, [playerId]);
  const day = days.find((one) => one.siteId === siteId && one.day === paidOn);
  if (day && day.topUpFen > before) return undefined;
  const [purse] = await readBalances(reader, [playerAccount(tenantId, playerId, siteId, 'coin')]);
  const owed = Math.max(0, coins - Math.max(0, purse?.available ?? 0));
  return {
    tells: [
      say('members:refund.bonusBack', { count: coins }),
      ...(owed > 0 ? [say('members:refund.bonusOwed', { count: owed })] : []),
    ],
  };
};
