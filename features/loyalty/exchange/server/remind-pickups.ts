import { dayMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { isReminderDue } from '../rules/exchange-rules.ts';
import { type ExchangeRow, lockExchange, writeExchange } from './exchange-queries.ts';
import { tellToFetch, textsReady } from './pickup-texts.ts';
import { findUnreminded } from './waiting-queries.ts';

const perRound = 200;
/** Whoever writes it down is the one who tells; what was fetched or given up meanwhile is told to nobody. */
const claim = ({ db, clock }: Services, { tenantId, id }: ExchangeRow): Promise<boolean> =>
  db.transaction(async (tx) => {
    const order = await lockExchange(tx, tenantScope(tenantId), id);
    const now = clock.now();
    if (order?.state !== 'ready' || order.remindedAt || !order.waitsUntil || order.waitsUntil <= now)
      return false;
    await writeExchange(tx, order, { remindedAt: now });
    return true;
  });

/** Tells players by a text that their goods go back soon, once for each. The page of the store says it all the while. */
export async function remindPickups(services: Services): Promise<number> {
  if (!textsReady(services)) return 0;
  const { db, clock } = services;
  const now = clock.now();
  const until = new Date(now.getTime() + dayMs);
  let told = 0;
  for (const order of await findUnreminded(db.read, { now, until, limit: perRound })) {
    const { waitsUntil, createdAt } = order;
    if (!waitsUntil || !isReminderDue({ createdAt, waitsUntil }, now)) continue;
    if (await tellToFetch(services, { ...order, waitsUntil }, () => claim(services, order))) told += 1;
  }
  return told;
}
