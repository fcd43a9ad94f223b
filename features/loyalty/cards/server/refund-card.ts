import { and, eq, gt } from 'drizzle-orm';
import {
  InsufficientFunds,
  mintAccount,
  playerAccount,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import type { Fulfilment, OrderView } from '#features/selling/orders/server/public.ts';
import { giveGrant } from '#features/selling/orders/server/public.ts';
import { type CardSaving, savedByCard } from '#features/selling/packages/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { daysBetween, siteDay } from '#kit/kernel/site-day.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { type CardRefund, refundOf, usedOf, usesWithin } from '../rules/refund-rules.ts';
import { rightsOfDay } from '../rules/terms-rules.ts';
import { benefitCards, cardDays, cardGrants, cardUses } from '../tables.ts';
import { type CardRow, clockAt, type GrantRow } from './card-queries.ts';
import { deliverGrant, lengthen, tellCards } from './grant-card.ts';
import type { CardPlan } from './sell-cards.ts';

export interface RefundState {
  card: CardRow;
  /** days of earlier purchases of the same card, which are used up first */
  offset: number;
  /** counted from the card's first day; null: it has not begun */
  today: number | null;
  refund: CardRefund;
  /** decided once and refused by the platform: so much may be tried again, as nothing of the card was used since */
  againFen: number | null;
  /** text key: why nothing can be given back; the amounts are what they would be */
  refusal: string | undefined;
}

const coinsOf = ({ tenantId, playerId, siteId }: GrantRow) =>
  playerAccount(tenantId, playerId, siteId, 'coin');

const givenMs = ({ givenAt }: GrantRow): number => givenAt?.getTime() ?? 0;

/** How a purchase stands now: what of it is used, and what that leaves. */
export async function refundStateOf(
  reader: Reader,
  grant: GrantRow,
  now: Date,
  lock?: 'update',
): Promise<RefundState> {
  const { tenantId, cardId } = grant;
  const scope = tenantScope(tenantId);
  if (!cardId) throw missing();
  const [card] = await find(reader, scope, benefitCards, { id: cardId }, lock);
  if (!card) throw missing();
  const [grants, uses, clock, [purse], savings] = await Promise.all([
    find(reader, scope, cardGrants, { cardId, endedAt: null }),
    find(reader, scope, cardDays, { cardId }),
    clockAt(reader, tenantId, card.siteId),
    readBalances(reader, [coinsOf(grant)]),
    savedByCard(reader, { tenantId, playerId: card.playerId, cardId }),
  ]);
  const isEarlier = (one: GrantRow) => {
    const apartMs = givenMs(one) - givenMs(grant);
    return apartMs === 0 ? one.id < grant.id : apartMs < 0;
  };
  const offset = grants
    .filter((one) => one.id !== grant.id && isEarlier(one))
    .reduce((sum, { days }) => sum + days, 0);
  const { firstDay } = card;
  const today = firstDay === null ? null : daysBetween(firstDay, siteDay(clock, now));
  const dayUses =
    firstDay === null
      ? []
      : uses.map(({ day, plays, coins }) => ({ index: daysBetween(firstDay, day), used: plays + coins }));
  const { days, priceFen, cardFen } = grant;
  const savedOn = savings.map(({ at, savedFen }) => ({
    index: firstDay === null ? 0 : daysBetween(firstDay, siteDay(clock, at)),
    used: savedFen,
  }));
  const refund = refundOf({
    priceFen,
    cardFen,
    coins: grant.coins,
    coinsLeft: purse?.available ?? 0,
    days,
    rights: days * rightsOfDay(card.terms),
    ...usedOf({ offset, days }, today, dayUses),
    savedFen: usesWithin({ offset, days }, savedOn),
  });
  const againFen = (await isUntouched(reader, grant, savings, refund)) ? grant.refundFen : null;
  const newest = grants.every((one) => one.id === grant.id || isEarlier(one));
  const isOver = card.expiresAt !== null && card.expiresAt <= now;
  const refusal = grant.endedAt
    ? 'cards:error.alreadyEnded'
    : isOver || card.endedAt
      ? 'cards:error.over'
      : !newest
        ? 'cards:error.newestFirst'
        : undefined;
  return { card, offset, today, refund, againFen, refusal };
}

/** Since its refund was decided: no play, no coin and no discount of it was used, and the coins with it are there. */
async function isUntouched(
  reader: Reader,
  { tenantId, cardId, refundAt, refundCoins }: GrantRow,
  savings: readonly CardSaving[],
  { coinsBack }: CardRefund,
): Promise<boolean> {
  if (!refundAt || !cardId || coinsBack < (refundCoins ?? 0)) return false;
  if (savings.some(({ at, savedFen }) => at > refundAt && savedFen > 0)) return false;
  const uses = await find(reader, tenantScope(tenantId), cardUses, (use) =>
    and(eq(use.cardId, cardId), gt(use.usedAt, refundAt), gt(use.amount, use.givenBack)),
  );
  return uses.length === 0;
}

/** Why so much can not be given back now. What is tried again does not depend on the days that have gone by since. */
export const refusalFor = ({ refusal, againFen }: RefundState, amountFen: number): string | undefined =>
  amountFen === againFen && refusal === 'cards:error.over' ? undefined : refusal;

/** Whether nothing is left of a card without this purchase; otherwise it only gets shorter. */
export const endsCard = ({ offset, today }: Pick<RefundState, 'offset' | 'today'>): boolean =>
  offset === 0 || (today !== null && today >= offset);

/** The days of a purchase are taken off its card; a card of which nothing is left ends. */
export async function endGrant(
  tx: Tx,
  grant: GrantRow,
  refundState: RefundState,
  now: Date,
  changes: Partial<GrantRow> = {},
): Promise<void> {
  const { card } = refundState;
  const scope = tenantScope(grant.tenantId);
  await update(tx, scope, cardGrants, { id: grant.id }, { ...changes, endedAt: now });
  if (endsCard(refundState)) await update(tx, scope, benefitCards, { id: card.id }, { endedAt: now });
  else await lengthen(tx, card, -grant.days);
  await tellCards(tx, grant);
}

async function moveCoins(tx: Tx, grant: GrantRow, coins: number, key: string, kind: string): Promise<void> {
  if (coins === 0) return;
  await postTransfers(tx, [
    {
      key,
      tenantId: grant.tenantId,
      kind,
      legs: [
        { account: mintAccount(grant.tenantId, 'coin'), amount: -coins },
        { account: coinsOf(grant), amount: coins },
      ],
      subject: { kind: 'order', id: grant.orderId as string },
    },
  ]);
}

async function grantOf(tx: Tx, order: OrderView): Promise<GrantRow> {
  const [grant] = await find(tx, tenantScope(order.tenantId), cardGrants, { orderId: order.id }, 'update');
  if (!grant) throw new Error(`order ${order.id} is of no card`);
  return grant;
}

/** A card is given when it is paid, and taken back, by what the rules leave of it, when its money goes back. */
export const byCard = (now: () => Date): Fulfilment => ({
  async start(tx, services, order) {
    const grant = await grantOf(tx, order);
    const { image, terms } = order.fulfilment.plan as unknown as CardPlan;
    await deliverGrant(tx, grant, { image, terms }, now(), { orderNumber: order.number });
    if (grant.coins > 0) await giveGrant(tx, services, order);
    return 'fulfilled';
  },

  async refundable(tx, order, amount, refundId) {
    const grant = await grantOf(tx, order);
    const refundState = await refundStateOf(tx, grant, now(), 'update');
    const { refund } = refundState;
    // what was decided once and the platform refused is tried again as it was decided
    const isAgain = amount === refundState.againFen;
    const refusal = refusalFor(refundState, amount);
    if (refusal) throw conflict(refusal);
    if (amount !== refund.totalFen && !isAgain)
      throw conflict('cards:error.otherAmount', { amount: formatFen(refund.totalFen) });
    const coinsBack = isAgain ? (grant.refundCoins ?? 0) : refund.coinsBack;
    try {
      await moveCoins(tx, grant, -coinsBack, `card-coins-back:${refundId}`, 'refund');
    } catch (error) {
      if (error instanceof InsufficientFunds) throw invalid('orders:error.coinsSpent');
      throw error;
    }
    await endGrant(tx, grant, refundState, now(), {
      refundFen: amount,
      coinsBack,
      ...(isAgain ? {} : { refundAt: now(), refundCoins: coinsBack }),
    });
  },

  /** The platform would not return the money: the card holds again, with the coins that came with it. */
  async refundFailed(tx, order, _amount, refundId) {
    const grant = await grantOf(tx, order);
    const scope = tenantScope(grant.tenantId);
    if (!grant.endedAt || !grant.cardId) return;
    const [card] = await find(tx, scope, benefitCards, { id: grant.cardId }, 'update');
    if (!card) return;
    await moveCoins(tx, grant, grant.coinsBack, `card-coins-again:${refundId}`, 'grant');
    await update(tx, scope, cardGrants, { id: grant.id }, { endedAt: null, coinsBack: 0 });
    if (card.endedAt) await update(tx, scope, benefitCards, { id: card.id }, { endedAt: null });
    else await lengthen(tx, card, grant.days);
    await tellCards(tx, grant);
  },
});
