import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { maxPieces, type StockState, type warehouseKinds } from '../contract/records.ts';

/** At its alarm threshold a stock is low already. */
export const stateOf = ({ stock, alarmThreshold }: { stock: number; alarmThreshold: number }): StockState =>
  stock === 0 ? 'empty' : stock <= alarmThreshold ? 'low' : 'ok';

/** What staff book in the warehouse: the stock afterwards, or why it can not be so. */
export function stockAfter(
  gift: { name: string; stock: number },
  { kind, amount, note }: { kind: (typeof warehouseKinds)[number]; amount: number; note?: string },
): number {
  if (kind !== 'correct' && amount === 0) throw invalidField('amount', 'kit:validation.tooSmall', { min: 1 });
  if (kind !== 'in' && !note) throw invalidField('note', 'gifts:error.reasonNeeded');
  const after = kind === 'correct' ? amount : gift.stock + (kind === 'in' ? amount : -amount);
  if (after < 0) throw conflict('gifts:error.warehouseShort', { name: gift.name, stock: gift.stock });
  if (after > maxPieces)
    throw invalidField('amount', 'kit:validation.tooBig', { max: maxPieces - gift.stock });
  return after;
}

/** What is put into a device must fit on top of what lies in it. */
export function assertFits(stock: number, amount: number, capacity: number): void {
  if (stock + amount > capacity)
    throw conflict('gifts:error.overCapacity', { capacity, free: Math.max(0, capacity - stock) });
}
