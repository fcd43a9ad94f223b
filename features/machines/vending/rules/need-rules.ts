import { addDays, dayMs } from '#kit/kernel/time.ts';
import type { LaneLevel } from '../contract/records.ts';

export interface LaneFill {
  open: boolean;
  templateId: string | null;
  stock: number;
  capacity: number;
  /** of this lane alone; null: a quarter of what it holds */
  alarmThreshold: number | null;
}

export const lowThreshold = ({
  capacity,
  alarmThreshold,
}: Pick<LaneFill, 'capacity' | 'alarmThreshold'>): number => alarmThreshold ?? Math.floor(capacity / 4);

export function laneLevel(lane: LaneFill): LaneLevel {
  if (!lane.open) return 'closed';
  if (lane.templateId === null) return 'unset';
  if (lane.stock === 0) return 'empty';
  if (lane.stock <= lowThreshold(lane)) return 'low';
  return lane.stock >= lane.capacity ? 'full' : 'ok';
}

/** Pieces that still fit in. */
export const missingPieces = ({ stock, capacity }: Pick<LaneFill, 'stock' | 'capacity'>): number =>
  Math.max(0, capacity - stock);

/** Pieces that can be filled on a visit: expired ones are taken out first. */
export const roomFor = (
  lane: Pick<LaneFill, 'stock' | 'capacity'> & { expiry?: 'expired' | 'soon' | null },
): number => (lane.expiry === 'expired' ? lane.capacity : missingPieces(lane));

/** Sales are looked at over this many days. */
export const salesDays = 7;

const levelWeight: Record<LaneLevel, number> = { closed: 0, unset: 0, empty: 1000, low: 300, ok: 0, full: 0 };

/**
 * How urgent a visit is. An empty lane comes before a low one, and of two alike the one that sells faster: every day it
 * stays empty costs more.
 */
export function laneNeed(lane: LaneFill & { soldLately: number }): number {
  const level = laneLevel(lane);
  if (level === 'closed' || level === 'unset') return 0;
  const share = missingPieces(lane) / Math.max(1, lane.capacity);
  return Math.round(levelWeight[level] + share * 100 + (lane.soldLately / salesDays) * 50 * share);
}

export type ExpiryState = 'expired' | 'soon';

export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / dayMs);

/** Goods may be sold on the day they expire, not after it. */
export function expiryState(
  product: { expiryDate: string | null; warnDays: number },
  today: string,
): ExpiryState | null {
  if (product.expiryDate === null) return null;
  const days = daysUntil(product.expiryDate, today);
  if (days < 0) return 'expired';
  return days <= product.warnDays ? 'soon' : null;
}

/** The day from which goods count as about to expire. */
export const warnDay = (product: { expiryDate: string; warnDays: number }): string =>
  addDays(product.expiryDate, -product.warnDays);

export interface CountedLane extends LaneFill {
  level: LaneLevel;
  soldLately: number;
  expiryDate: string | null;
  warnDays: number | null;
}

const isOnSale = ({ level }: Pick<CountedLane, 'level'>) => level !== 'closed' && level !== 'unset';
export const onSale = <L extends Pick<CountedLane, 'level'>>(lanes: readonly L[]): L[] =>
  lanes.filter(isOnSale);
export const isShort = ({ level }: Pick<CountedLane, 'level'>): boolean =>
  level === 'empty' || level === 'low';

/** What the lanes of a machine come to: how urgent a visit is, and why. */
export function deviceNeed(lanes: readonly CountedLane[]) {
  const used = onSale(lanes);
  const warnDays = used.flatMap(({ stock, expiryDate, warnDays }) =>
    stock > 0 && expiryDate !== null ? [warnDay({ expiryDate, warnDays: warnDays ?? 0 })] : [],
  );
  return {
    need: used.reduce((sum, lane) => sum + laneNeed(lane), 0),
    shortLanes: used.filter(isShort).length,
    warnFrom: warnDays.sort()[0] ?? null,
  };
}
