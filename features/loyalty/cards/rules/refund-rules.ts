import type { refundLineKinds } from '../contract/sold.ts';

/** What is known of one purchase of a card when its money shall go back. */
export interface RefundCase {
  priceFen: number;
  /** of the price: what the card without its coins costs */
  cardFen: number;
  /** that came with it */
  coins: number;
  /** of those, what the player still has */
  coinsLeft: number;
  days: number;
  daysUsed: number;
  /** plays or coins of all its days; 0: it has nothing that is counted by the day */
  rights: number;
  rightsUsed: number;
  /** what the card took off orders that the player kept */
  savedFen: number;
}

export interface RefundLine {
  kind: (typeof refundLineKinds)[number];
  used: number;
  of: number;
  amountFen: number;
}

export interface CardRefund {
  /** they add up to the total */
  lines: RefundLine[];
  totalFen: number;
  byDaysFen: number;
  byRightsFen: number | null;
  /** null: it took nothing off */
  bySavedFen: number | null;
  coinsBack: number;
}

/** What of an amount is left for the part that was not used; what can not be divided stays with the shop. */
function leftOf(amountFen: number, used: number, of: number): number {
  if (of <= 0) return amountFen;
  return Math.floor((amountFen * (of - Math.min(Math.max(used, 0), of))) / of);
}

type CardLine = Pick<CardRefund, 'byDaysFen' | 'byRightsFen' | 'bySavedFen'> & {
  cardBackFen: number;
  line: RefundLine;
};

/** Of the card without its coins: by each measure, and the line of the one that leaves least. */
function cardLeft({ cardFen, days, daysUsed, rights, rightsUsed, savedFen }: RefundCase): CardLine {
  const byDaysFen = leftOf(cardFen, daysUsed, days);
  const byRightsFen = rights > 0 ? leftOf(cardFen, rightsUsed, rights) : null;
  const bySavedFen = savedFen > 0 ? Math.max(0, cardFen - savedFen) : null;
  const cardBackFen = Math.min(byDaysFen, byRightsFen ?? byDaysFen, bySavedFen ?? byDaysFen);
  const amountFen = cardBackFen - cardFen;
  const line: RefundLine =
    cardBackFen === byDaysFen
      ? { kind: 'daysUsed', used: daysUsed, of: days, amountFen }
      : cardBackFen === byRightsFen
        ? { kind: 'rightsUsed', used: rightsUsed, of: rights, amountFen }
        : { kind: 'saved', used: savedFen, of: 0, amountFen };
  return { byDaysFen, byRightsFen, bySavedFen, cardBackFen, line };
}

/**
 * What a purchase gives back: of the card, by the days, by the rights that are left or by the price less what the card took
 * off other orders, whichever is least; of the coins that came with it, as many as the player still has.
 */
export function refundOf(given: RefundCase): CardRefund {
  const { priceFen, cardFen, coins } = given;
  const { cardBackFen, line, ...by } = cardLeft(given);
  const coinsFen = priceFen - cardFen;
  const coinsBack = Math.min(coins, Math.max(0, given.coinsLeft));
  const coinsBackFen = coins > 0 ? leftOf(coinsFen, coins - coinsBack, coins) : 0;
  const lines: RefundLine[] = [
    { kind: 'paid', used: 0, of: 0, amountFen: priceFen },
    line,
    ...(coins > 0
      ? [
          {
            kind: 'coinsSpent' as const,
            used: coins - coinsBack,
            of: coins,
            amountFen: coinsBackFen - coinsFen,
          },
        ]
      : []),
  ];
  return { lines, totalFen: cardBackFen + coinsBackFen, ...by, coinsBack };
}

/** What was used of a card on one of its days; the first day is 0. */
export interface DayUse {
  index: number;
  used: number;
}

const isWithin =
  ({ offset, days }: { offset: number; days: number }) =>
  ({ index }: DayUse): boolean =>
    index >= offset && index < offset + days;

/** The sum over the days of one purchase. */
export const usesWithin = (purchase: { offset: number; days: number }, uses: readonly DayUse[]): number =>
  uses.filter(isWithin(purchase)).reduce((sum, { used }) => sum + used, 0);

/**
 * How much of one purchase is used: a card that was made longer has days of several, the oldest first. A day counts when it
 * is over, or when something was used on it.
 */
export function usedOf(
  { offset, days }: { offset: number; days: number },
  /** null: its days have not begun */
  today: number | null,
  uses: readonly DayUse[],
): { daysUsed: number; rightsUsed: number } {
  if (today === null) return { daysUsed: 0, rightsUsed: 0 };
  const own = uses.filter(isWithin({ offset, days }));
  const over = Math.min(Math.max(today - offset, 0), days);
  const isUsedToday = over < days && own.some(({ index, used }) => index === today && used > 0);
  return {
    daysUsed: over + (isUsedToday ? 1 : 0),
    rightsUsed: usesWithin({ offset, days }, own),
  };
}
