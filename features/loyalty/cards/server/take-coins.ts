import { holdPlayer } from '#features/base/players/server/public.ts';
import {
  lockAccounts,
  mintAccount,
  playerAccount,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import { requireOpenSite } from '#features/selling/orders/server/public.ts';
import { invalid, missing, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { benefitCards, cardDays, cardUses } from '../tables.ts';
import { begun, clockAt, coinsLeft, daysOf, holdsAt, openDay, stateOf } from './card-queries.ts';
import { tellCards } from './grant-card.ts';

interface Wish {
  cardId: string;
  siteId: string;
  playerId: string;
  now: Date;
}

/** What is left of the day's coins goes into the player's account at the site. A second call waits, and finds none. */
export async function takeCoins(
  tx: Tx,
  { cardId, siteId, playerId, now }: Wish,
  tenantId: string,
): Promise<number> {
  if (!(await holdPlayer(tx, playerId))) throw unauthorized();
  const scope = tenantScope(tenantId);
  await requireOpenSite(tx, scope, siteId);
  const [mint, purse] = [mintAccount(tenantId, 'coin'), playerAccount(tenantId, playerId, siteId, 'coin')];
  // accounts before cards, as a refund has it
  const spread = newId(now.getTime());
  await lockAccounts(
    tx,
    [mint, purse].map((account) => ({ account, spread })),
  );
  const [card] = await find(tx, scope, benefitCards, { id: cardId, playerId }, 'update');
  if (!card) throw missing();
  const state = stateOf(card, now);
  if (state !== 'valid' && state !== 'waiting') throw invalid('cards:refused.over');
  if (card.terms.dailyCoins === 0) throw invalid('cards:refused.noCoins');
  const clock = await clockAt(tx, tenantId, siteId);
  if (!holdsAt(card.terms, { siteId, deviceType: null, now }, clock)) throw invalid('cards:refused.notHere');
  const day = siteDay(clock, now);
  await openDay(tx, tenantId, cardId, day);
  const used = (await daysOf(tx, tenantId, [cardId], day, 'update'))(cardId);
  const coins = coinsLeft(card.terms, used);
  if (coins === 0) throw invalid('cards:refused.takenToday');
  await update(tx, scope, cardDays, { cardId, day }, { coins: used.coins + coins });
  const first = begun(card, clock, now);
  if (first) await update(tx, scope, benefitCards, { id: cardId }, first);
  const id = newId(now.getTime());
  const use = { id, usedAt: now, cardId, playerId, siteId, day, unit: 'coin' as const, amount: coins };
  await insert(tx, scope, cardUses, use);
  await postTransfers(tx, [
    {
      key: `card-coins:${id}`,
      tenantId,
      kind: 'cardCoins',
      legs: [
        { account: mint, amount: -coins },
        { account: purse, amount: coins },
      ],
      subject: { kind: 'cardUse', id },
      at: now,
    },
  ]);
  await tellCards(tx, { tenantId, siteId, playerId });
  return coins;
}
