import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import { shelfState } from '../rules/good-rules.ts';
import type { ListedGood } from './good-queries.ts';

/** What one piece costs, in words: points, tickets and money that are paid together. */
export function priceWords(
  { pricePoints, priceTickets, priceFen }: { pricePoints: number; priceTickets: number; priceFen: number },
  say: Say,
): string {
  return [
    pricePoints > 0 && say('stock:price.points', { count: pricePoints }),
    priceTickets > 0 && say('stock:price.tickets', { count: priceTickets }),
    priceFen > 0 && say('stock:price.money', { amount: formatFen(priceFen) }),
  ]
    .filter(Boolean)
    .join(' + ');
}

export function toGoodRecord(
  good: ListedGood,
  groups: readonly { id: string; name: string }[],
  { say, now }: { say: Say; now: Date },
) {
  return {
    ...good,
    picture: good.pictures[0] ?? null,
    groups: groups
      .filter(({ id }) => good.groupIds.includes(id))
      .map(({ name }) => name)
      .join(', '),
    price: priceWords(good, say),
    state: shelfState(good, now),
  };
}
