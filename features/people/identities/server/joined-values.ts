import { and, eq, sql } from 'drizzle-orm';
import {
  type AccountName,
  balanceView,
  lockAccounts,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { joinValues, playerJoins } from '../tables.ts';

export type JoinRow = typeof playerJoins.$inferSelect;
type Unit = AccountName['unit'];

/** One account of a player at a merchant. */
export interface Purse {
  tenantId: string;
  purpose: string;
  unit: Unit;
  /** not promised to anything under way */
  available: number;
  held: number;
}

export const subjectKind = 'playerJoin';

/** Everything the player has anywhere; what is empty is left out. */
export async function pursesOf(reader: Reader, playerId: string): Promise<Purse[]> {
  const account = balanceView();
  const found = await reader
    .select()
    .from(account)
    .where(and(eq(account.ownerKind, 'player'), eq(account.ownerId, playerId), sql`${account.balance} <> 0`))
    .orderBy(account.tenantId, account.purpose, account.unit);
  return found.map(({ tenantId, purpose, unit, balance, held }) => ({
    tenantId,
    purpose,
    unit,
    available: balance - held,
    held,
  }));
}

const accountOf = (
  { tenantId, purpose, unit }: Pick<Purse, 'tenantId' | 'purpose' | 'unit'>,
  playerId: string,
): AccountName => ({ tenantId, ownerKind: 'player', ownerId: playerId, purpose, unit });

const lockBoth = (
  tx: Tx,
  { id, fromPlayer, intoPlayer }: JoinRow,
  purses: readonly Pick<Purse, 'tenantId' | 'purpose' | 'unit'>[],
) =>
  lockAccounts(
    tx,
    purses.flatMap((purse) =>
      [fromPlayer, intoPlayer].map((playerId) => ({ account: accountOf(purse, playerId), spread: id })),
    ),
  );

type Amount = Pick<Purse, 'tenantId' | 'purpose' | 'unit'> & { amount: number };

/** Each merchant's books have a separate transfer. */
async function post(
  tx: Tx,
  join: JoinRow,
  way: { key: string; kind: string; giver: string; taker: string },
  amounts: readonly Amount[],
  at: Date,
): Promise<void> {
  const { key, kind, giver, taker } = way;
  await postTransfers(
    tx,
    [...Map.groupBy(amounts, ({ tenantId }) => tenantId)].map(([tenantId, own]) => ({
      key,
      tenantId,
      kind,
      legs: own.flatMap((one) => [
        { account: accountOf(one, giver), amount: -one.amount },
        { account: accountOf(one, taker), amount: one.amount },
      ]),
      subject: { kind: subjectKind, id: join.id },
      at,
    })),
  );
}

/**
 * What the joined record owns goes to the other, account by account, so that cash stays cash and each site keeps its own.
 * Said again later it moves what has come meanwhile;
 * true: there was something.
 */
export async function takeValues(tx: Tx, join: JoinRow, at: Date): Promise<boolean> {
  const { id, fromPlayer, intoPlayer } = join;
  await lockBoth(tx, join, await pursesOf(tx, fromPlayer));
  const moved = (await pursesOf(tx, fromPlayer))
    .map(({ available: amount, ...purse }) => ({ ...purse, amount }))
    .filter(({ amount }) => amount > 0);
  if (moved.length === 0) return false;
  const [{ rounds }] = (await tx
    .update(playerJoins)
    .set({ rounds: sql`${playerJoins.rounds} + 1` })
    .where(eq(playerJoins.id, id))
    .returning({ rounds: playerJoins.rounds })) as [{ rounds: number }];
  const way = {
    key: `player-join:${id}:${rounds}`,
    kind: 'playerJoin',
    giver: fromPlayer,
    taker: intoPlayer,
  };
  await post(tx, join, way, moved, at);
  await tx
    .insert(joinValues)
    .values(
      moved.map(({ tenantId, purpose, unit, amount }) => ({
        joinId: id,
        tenantId,
        purpose,
        unit,
        moved: amount,
      })),
    )
    .onConflictDoUpdate({
      target: [joinValues.joinId, joinValues.tenantId, joinValues.purpose, joinValues.unit],
      set: { moved: sql`${joinValues.moved} + excluded.moved` },
    });
  return true;
}

/** What of the joined value is still there, account by account: so much goes back. */
export async function valuesLeft(
  reader: Reader,
  { id, intoPlayer }: Pick<JoinRow, 'id' | 'intoPlayer'>,
): Promise<(Amount & { moved: number })[]> {
  const values = await reader
    .select()
    .from(joinValues)
    .where(eq(joinValues.joinId, id))
    .orderBy(joinValues.tenantId, joinValues.purpose, joinValues.unit);
  const there = await pursesOf(reader, intoPlayer);
  return values.map(({ tenantId, purpose, unit, moved }) => {
    const purse = there.find(
      (one) => one.tenantId === tenantId && one.purpose === purpose && one.unit === unit,
    );
    return { tenantId, purpose, unit, moved, amount: Math.min(moved, Math.max(0, purse?.available ?? 0)) };
  });
}

export async function returnValues(tx: Tx, join: JoinRow, at: Date): Promise<void> {
  const { id, fromPlayer, intoPlayer } = join;
  await lockBoth(tx, join, await valuesLeft(tx, join));
  const back = (await valuesLeft(tx, join)).filter(({ amount }) => amount > 0);
  if (back.length === 0) return;
  const way = { key: `player-split:${id}`, kind: 'playerSplit', giver: intoPlayer, taker: fromPlayer };
  await post(tx, join, way, back, at);
  for (const { tenantId, purpose, unit, amount } of back)
    await tx
      .update(joinValues)
      .set({ returned: amount })
      .where(
        and(
          eq(joinValues.joinId, id),
          eq(joinValues.tenantId, tenantId),
          eq(joinValues.purpose, purpose),
          eq(joinValues.unit, unit),
        ),
      );
}
