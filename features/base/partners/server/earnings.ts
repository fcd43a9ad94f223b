import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/** An agent, or a franchisee of a merchant: each of them has an id and an organisation. */
export interface Earner {
  tenantId: string;
  id: string;
}

/** What they earned since the month began, in fen, by their ids. */
type Earnings = (reader: Reader, earners: readonly Earner[], now: Date) => Promise<Map<string, number>>;

const kept = new WeakMap<Services, Earnings>();

/** From the `start` of the feature that keeps their money. */
export function registerEarnings(services: Services, earnings: Earnings): void {
  if (kept.has(services)) throw new Error('two features tell what people earned');
  kept.set(services, earnings);
}

export function earningsOfMonth(
  { services, clock }: { services: Services; clock: { now(): Date } },
  reader: Reader,
  earners: readonly Earner[],
): Promise<Map<string, number>> {
  const earnings = kept.get(services);
  if (!earnings) throw new Error('nobody tells what people earned');
  return earnings(reader, earners, clock.now());
}
