import { and, asc, isNotNull, lte } from 'drizzle-orm';
import { minuteMs } from '#kit/kernel/time.ts';
import { type Pump, startPump } from '#kit/server/pump.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { later } from '../rules/waits.ts';
import { groupBuyVerifications } from '../tables.ts';
import { bringOn } from './ask-platform.ts';
import { type VerificationRow, wakeChannel } from './move-verification.ts';

const perTurn = 20;
const lookAgainMs = 2000;
/** A process that took a row has so long for it; then another one looks. */
const takenMs = minuteMs;

/** Each row by one process: its next turn is written before the platform is asked. */
async function takeDue(services: Services): Promise<VerificationRow[]> {
  const now = services.clock.now();
  return services.db.transaction(async (tx) => {
    const source = rows(platformScope, groupBuyVerifications);
    const due = await tx
      .select()
      .from(source)
      .where(and(isNotNull(source.nextTryAt), lte(source.nextTryAt, now)))
      .orderBy(asc(source.nextTryAt))
      .limit(perTurn)
      .for('update', { skipLocked: true });
    for (const { tenantId, id } of due)
      await update(
        tx,
        tenantScope(tenantId),
        groupBuyVerifications,
        { id },
        { nextTryAt: later(now, takenMs) },
      );
    return due;
  });
}

async function workTurn(services: Services): Promise<boolean> {
  const due = await takeDue(services);
  for (const row of due)
    await bringOn(services, row).catch((error: unknown) =>
      services.log.error({ err: error, id: row.id }, 'group buys'),
    );
  return due.length === perTurn;
}

const pumps = new WeakMap<Services, Pump>();

/** Does everything that is due now, and waits for what this process is doing already: for scripts and tests. */
export async function workDue(services: Services): Promise<void> {
  await pumps.get(services)?.idle();
  while (await workTurn(services));
}

/** Runs on every process: woken by a transaction that wrote something to do, and by the clock. */
export async function startWorker(services: Services): Promise<Pump> {
  const pump = await startPump({
    db: services.db,
    channel: wakeChannel,
    lookAgainMs,
    turn: () => workTurn(services),
    onError: (error) => services.log.error({ err: error }, 'group buys'),
  });
  pumps.set(services, pump);
  return pump;
}
