import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { giftView, type LoadedGift } from '#features/machines/gifts/server/public.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type RowOf, rows, update } from '#kit/server/tables.ts';
import { vendingRoundPrizes } from '../tables.ts';
import { lockOpenRound, settleRound } from './round-queries.ts';

export interface PrizeLine {
  prize: RowOf<typeof vendingRoundPrizes>;
  giftName: string;
  picture: string | null;
  warehouseStock: number;
}

/** Prizes with their gift, in the order of need. */
export async function selectPrizes(
  reader: Reader,
  scope: Scope,
  roundIds: readonly string[],
): Promise<PrizeLine[]> {
  if (roundIds.length === 0) return [];
  const prize = rows(scope, vendingRoundPrizes);
  const gift = giftView(scope);
  const found = await reader
    .select()
    .from(prize)
    .innerJoin(gift, and(eq(gift.tenantId, prize.tenantId), eq(gift.id, prize.giftId)))
    .where(inArray(prize.roundId, [...roundIds]))
    .orderBy(asc(prize.sort));
  return found.map((row) => ({
    prize: row.vending_round_prize,
    giftName: row.gift.name,
    picture: row.gift.picture,
    warehouseStock: row.gift.stock,
  }));
}

export async function packGift(
  tx: Tx,
  scope: Scope,
  roundId: string,
  giftId: string,
  packed: boolean,
): Promise<number> {
  const changed = await update(tx, scope, vendingRoundPrizes, { roundId, giftId }, { packed });
  return changed.length;
}

/** Notes what was really loaded; another gift than planned fills the machine as well. */
export async function fillRoundPrize(
  tx: Tx,
  context: StaffContext,
  { roundId, deviceId, amount }: LoadedGift,
): Promise<void> {
  const { scope } = context.session;
  const round = await lockOpenRound(tx, scope, roundId);
  await update(
    tx,
    scope,
    vendingRoundPrizes,
    { roundId, deviceId },
    { filled: sql`coalesce(filled, 0) + ${amount}` },
  );
  await settleRound(tx, context, round);
}
