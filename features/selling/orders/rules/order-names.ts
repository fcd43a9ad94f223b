import type { OrderItem } from '../contract/kinds.ts';

type Say = (key: string, params?: Record<string, string | number>) => string;

/** Our own lines are text keys, so that everybody reads them in their language; goods have the name staff gave. */
export const itemName = (item: OrderItem, say: Say): string =>
  item.name.startsWith('orders:item.') ? say(item.name, { lane: item.lane ?? 0 }) : item.name;

const shownItems = 3;

export function titleOf(items: readonly OrderItem[], say: Say): string {
  const lines = items
    .slice(0, shownItems)
    .map((item) => (item.quantity > 1 ? `${itemName(item, say)} × ${item.quantity}` : itemName(item, say)));
  return items.length > shownItems ? `${lines.join(', ')} …` : lines.join(', ');
}
