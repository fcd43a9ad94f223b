import { sql } from 'drizzle-orm';
import { secondMs } from '#kit/kernel/time.ts';
import type { Database, Reader, Tx } from '#kit/server/database.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { type RatedPayWay, ratedPayWays, usualBasisPoints } from '../contract/shared.ts';
import { type FeeStep, ladderOf } from '../rules/fee-rules.ts';
import { chainOf } from './rate-queries.ts';

const isRated = (payWay: string): payWay is RatedPayWay =>
  (ratedPayWays as readonly string[]).includes(payWay);

/**
 * Every settlement asks for it, so it is kept in memory. Rates that are set reach all processes with their commit; an
 * agent that moves in the tree takes effect when the memory has grown old.
 */
const keptMs = 30 * secondMs;
const ratesChannel = 'fee_rate_changed';
const kept = new Map<string, { ladder: FeeStep[]; until: number }>();
/** servers of this process; two of them (in tests) have different books, and then nothing is kept */
const servers = new Set<Database>();
let generation = 0;

export function forgetLadders(): void {
  generation += 1;
  kept.clear();
}

export async function keepLadders(db: Database): Promise<() => Promise<void>> {
  servers.add(db);
  forgetLadders();
  await db.listen(ratesChannel, forgetLadders, forgetLadders);
  return async () => {
    servers.delete(db);
    forgetLadders();
  };
}

export async function announceRates(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${ratesChannel}, '')`);
}

async function readLadder(reader: Reader, tenantId: string, payWay: string): Promise<FeeStep[]> {
  if (!isRated(payWay) || tenantId === platformTenantId)
    return [{ tenantId: platformTenantId, walletId: null, basisPoints: 0 }];
  return ladderOf(await chainOf(reader, tenantId, payWay), usualBasisPoints, platformTenantId);
}

/** From the platform down to who collects from the merchant; the last step's rate is what the merchant pays. */
export async function feeLadder(reader: Reader, tenantId: string, payWay: string): Promise<FeeStep[]> {
  const key = `${tenantId} ${payWay}`;
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.ladder;
  const before = generation;
  const ladder = await readLadder(reader, tenantId, payWay);
  // what was read before a change must not be remembered after it
  if (servers.size === 1 && before === generation) kept.set(key, { ladder, until: Date.now() + keptMs });
  return ladder;
}
