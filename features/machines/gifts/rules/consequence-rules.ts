import { alarmAt, type Consequence, countedAgainst, isTyped, typedIn } from '#kit/contract/consequence.ts';
import type { PlacementRecord } from '../contract/records.ts';

type Values = Readonly<Record<string, unknown>>;

/** What all pieces have cost. */
export function stockWorth(values: Values): Consequence | undefined {
  const typed = typedIn(values, 'costFen', 'stock');
  if (!typed || typed.stock === 0 || typed.costFen === 0) return undefined;
  const { stock, costFen } = typed;
  return { text: 'gifts:consequence.stockWorth', params: { stock, worthFen: stock * costFen } };
}

/** What the warehouse has afterwards. */
export function warehouseAfter(
  kind: 'in' | 'out' | 'correct',
  stock: number,
  amount: unknown,
): Consequence | undefined {
  if (!isTyped(amount)) return undefined;
  if (kind === 'correct') return countedAgainst(amount, stock);
  const after = kind === 'in' ? stock + amount : stock - amount;
  return after < 0
    ? { text: 'gifts:consequence.notSoMany', params: { stock } }
    : { text: 'gifts:consequence.warehouseAfter', params: { after } };
}

/** What the machine holds afterwards, and what is left in the warehouse. */
export function loaded(
  { stock, capacity, warehouseStock }: Pick<PlacementRecord, 'stock' | 'capacity' | 'warehouseStock'>,
  amount: unknown,
): Consequence | undefined {
  if (!isTyped(amount) || capacity === null || warehouseStock === null) return undefined;
  if (amount > warehouseStock)
    return { text: 'gifts:consequence.notSoMany', params: { stock: warehouseStock } };
  return {
    text: 'gifts:consequence.loaded',
    params: { after: stock + amount, capacity, left: warehouseStock - amount },
  };
}

export const unloaded = (stock: number, amount: unknown): Consequence | undefined =>
  isTyped(amount) && amount <= stock
    ? { text: 'gifts:consequence.unloaded', params: { after: stock - amount } }
    : undefined;

export const machineCount = (stock: number, counted: unknown): Consequence | undefined =>
  isTyped(counted) ? countedAgainst(counted, stock) : undefined;

/** At how many pieces of those that fit the machine is told to be low. */
export function machineAlarm(values: Values): Consequence | undefined {
  const typed = typedIn(values, 'alarmThreshold', 'capacity');
  return typed && alarmAt(typed.alarmThreshold, typed.capacity);
}
