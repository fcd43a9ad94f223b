import { type Consequence, isTyped } from '#kit/contract/consequence.ts';

/** What is set aside when the campaign starts, and what a packet comes to on average. */
export function setAside(values: Record<string, unknown>): Consequence | undefined {
  const { target, split, pieces, eachFen, eachCoins, budgetFen, budgetCoins } = values;
  const isCoin = target === 'coin';
  const typed = split === 'fixed' ? (isCoin ? eachCoins : eachFen) : isCoin ? budgetCoins : budgetFen;
  if (!isTyped(pieces) || !isTyped(typed) || pieces < 1) return undefined;
  const total = split === 'fixed' ? typed * pieces : typed;
  const each = Math.floor(total / pieces);
  return isCoin
    ? { text: 'redpackets:page.setAsideCoins', params: { total, each } }
    : { text: 'redpackets:page.setAsideFen', params: { totalFen: total, eachFen: each } };
}
