import { purseChanged } from '#features/base/players/contract.ts';
import { grantCard, takeBackUnused } from '#features/loyalty/cards/server/public.ts';
import {
  InsufficientFunds,
  type Leg,
  mintAccount,
  playerAccount,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import { giveBoughtPlays, takeBoughtPlays } from '#features/people/members/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { attempt, type Tx } from '#kit/server/database.ts';
import { emit, playerTopic } from '#kit/server/outbox.ts';
import type { Worth } from '../rules/worth.ts';
import type { VerificationRow } from './move-verification.ts';

/** Somebody's, at a site, by an order. */
export type Given = VerificationRow & { playerId: string };

interface GivenAt {
  orderId: string;
  /** counted up each time it is given: a movement of the books happens once */
  turn: number;
  now: Date;
}

/** Coins and points of the books; nothing where the worth is something else. */
export const booksOf = (worth: Worth): { coins: number; points: number } => {
  switch (worth.kind) {
    case 'coin':
      return { coins: worth.coins, points: 0 };
    case 'point':
      return { coins: 0, points: worth.points };
    case 'package':
      return { coins: worth.coins, points: worth.points };
    default:
      return { coins: 0, points: 0 };
  }
};

function legsOf({ tenantId, siteId, playerId, worth }: Given, sign: 1 | -1): Leg[] {
  const { coins, points } = booksOf(worth);
  return (
    [
      ['coin', coins],
      ['point', points],
    ] as const
  ).flatMap(([unit, pieces]) =>
    pieces === 0
      ? []
      : [
          { account: mintAccount(tenantId, unit), amount: -sign * pieces },
          { account: playerAccount(tenantId, playerId, siteId, unit), amount: sign * pieces },
        ],
  );
}

async function moveBooks(tx: Tx, given: Given, sign: 1 | -1, { orderId, turn, now }: GivenAt): Promise<void> {
  const legs = legsOf(given, sign);
  if (legs.length === 0) return;
  await postTransfers(
    tx,
    [...Map.groupBy(legs, ({ account }) => account.unit)].map(([unit, own]) => ({
      key: `group-buy-${sign > 0 ? 'given' : 'back'}:${given.id}:${turn}:${unit}`,
      tenantId: given.tenantId,
      kind: sign > 0 ? 'grant' : 'refund',
      legs: own,
      subject: { kind: 'order', id: orderId },
      at: now,
      note: { remark: given.title },
    })),
  );
  await emit(tx, playerTopic(given.playerId), purseChanged);
}

/** What the code is good for becomes the player's; the row that stands for it, where there is one. */
export async function giveWorthOf(tx: Tx, given: Given, at: GivenAt): Promise<string | null> {
  const { tenantId, siteId, playerId, worth, title } = given;
  const { now } = at;
  switch (worth.kind) {
    case 'card': {
      const card = { tenantId, siteId, playerId, typeId: worth.cardTypeId };
      return (await grantCard(tx, { ...card, source: 'groupBuy', reason: title, now })).id;
    }
    case 'freePlay': {
      const id = newId(now.getTime());
      const { plays, days } = worth;
      const bought = { id, tenantId, siteId, playerId, plays, days };
      await giveBoughtPlays(tx, { ...bought, orderId: at.orderId, reason: title, now });
      return id;
    }
    default:
      await moveBooks(tx, given, 1, at);
      return null;
  }
}

/** False, and nothing is taken, where something of it is used: so much must be there as was given. */
export async function takeWorthBack(tx: Tx, given: Given, now: Date): Promise<boolean> {
  const { tenantId, worth, givenId, orderId, givenTurn: turn } = given;
  if (!orderId) return true;
  if (worth.kind === 'card') return takeBackUnused(tx, { tenantId, id: givenId as string, now });
  if (worth.kind === 'freePlay') return takeBoughtPlays(tx, { tenantId, id: givenId as string, now });
  try {
    await attempt(tx, (inner) => moveBooks(inner, given, -1, { orderId, turn, now }));
    return true;
  } catch (error) {
    if (error instanceof InsufficientFunds) return false;
    throw error;
  }
}
