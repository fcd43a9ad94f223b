import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { type Pump, startPump } from '#kit/server/pump.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { payChannels } from '../contract/channels.ts';
import {
  directSettlements,
  paymentRefunds,
  payments,
  payouts,
  profitShareReleases,
  profitShareReturns,
  profitShares,
} from '../tables.ts';
import { isPlatformFailure } from './channels.ts';
import { workSettlement } from './direct-settlements.ts';
import { giveUp } from './give-up.ts';
import { giveUpAfterMs, later, waitAfter, wakeChannel } from './schedule.ts';
import { workPayment } from './work-payment.ts';
import { workPayout } from './work-payout.ts';
import { workRefund } from './work-refund.ts';
import { workRelease } from './work-release.ts';
import { workReturn } from './work-return.ts';
import { workShare } from './work-share.ts';

const perTurn = 20;
const lookAgainMs = 2000;
const longestError = 200;

// biome-ignore lint/suspicious/noExplicitAny: the tables differ, what is used of them here does not
type WorkTable = TenantTable<any>;

interface WorkRow {
  tenantId: string;
  id: string;
  createdAt: Date;
  attempts: number;
  state: string;
  expiresAt?: Date;
}

interface Work {
  table: WorkTable;
  /** undefined: all rows are one platform's */
  channel?: ChannelName;
  /** asked for some days; then it is left to people, and said to them */
  bounded?: 'refund' | 'payout';
  handle(services: Services, row: never): Promise<void>;
}

/** Each goes at its own pace: a platform that is silent must not hold up the other one. */
const works: readonly Work[] = [
  ...payChannels.flatMap((channel): Work[] => [
    { table: payments, channel, handle: workPayment },
    { table: paymentRefunds, channel, handle: workRefund, bounded: 'refund' },
    { table: payouts, channel, handle: workPayout, bounded: 'payout' },
  ]),
  { table: directSettlements, handle: workSettlement },
  { table: profitShares, handle: workShare },
  { table: profitShareReleases, handle: workRelease },
  { table: profitShareReturns, handle: workReturn },
];

/**
 * Takes what is due, each row by one process. Its next turn is written before the platform is asked, and that it may
 * have been sent: a process that dies in between leaves nothing that is not asked for again.
 */
async function takeDue(tx: Tx, { table, channel }: Work, now: Date): Promise<WorkRow[]> {
  const source = rows(platformScope, table);
  const due = (await tx
    .select()
    .from(source)
    .where(and(lte(source.nextTryAt, now), channel && eq(source.channel, channel)))
    .orderBy(asc(source.nextTryAt))
    .limit(perTurn)
    .for('update', { skipLocked: true })) as WorkRow[];
  for (const row of due)
    await update(tx, tenantScope(row.tenantId), table, (columns) => eq(columns.id, row.id), {
      attempts: row.attempts + 1,
      nextTryAt: nextTurn(row, now),
      ...(row.state === 'requested' && { state: 'sent' }),
    });
  return due;
}

function nextTurn(row: WorkRow, now: Date): Date {
  const usual = later(now, waitAfter(row.attempts));
  return row.expiresAt && row.expiresAt > now && row.expiresAt < usual ? row.expiresAt : usual;
}

const isLastTurn = ({ bounded }: Work, row: WorkRow, now: Date): boolean =>
  bounded !== undefined && now.getTime() - row.createdAt.getTime() >= giveUpAfterMs;

async function workRow(services: Services, work: Work, row: WorkRow): Promise<void> {
  try {
    await work.handle(services, row as never);
  } catch (error) {
    services.log[isPlatformFailure(error) ? 'warn' : 'error']({ err: error, id: row.id }, 'payment platform');
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, longestError);
    await services.db.transaction((tx) =>
      update(
        tx,
        tenantScope(row.tenantId),
        work.table,
        (columns) => and(eq(columns.id, row.id), isNotNull(columns.nextTryAt)),
        { lastError },
      ),
    );
  }
}

async function workTurn(services: Services, work: Work): Promise<number> {
  const now = services.clock.now();
  const due = await services.db.transaction((tx) => takeDue(tx, work, now));
  await Promise.all(
    due.map(async (row) => {
      await workRow(services, work, row);
      if (work.bounded && isLastTurn(work, row, now)) await giveUp(services, work.bounded, row);
    }),
  );
  return due.length;
}

const pumpsOf = new WeakMap<Services, readonly Pump[]>();

/** Does everything that is due now, and waits for what this process is doing already: for scripts and tests. */
export async function workDue(services: Services): Promise<void> {
  await Promise.all((pumpsOf.get(services) ?? []).map((pump) => pump.idle()));
  await Promise.all(
    works.map(async (work) => {
      while ((await workTurn(services, work)) === perTurn);
    }),
  );
}

/** Runs on every process: woken by a transaction that wrote something to do, and by the clock. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const pumps = await Promise.all(
    works.map((work) =>
      startPump({
        db: services.db,
        channel: wakeChannel,
        lookAgainMs,
        turn: async () => (await workTurn(services, work)) === perTurn,
        onError: (error) => services.log.error({ err: error }, 'payments'),
      }),
    ),
  );
  pumpsOf.set(services, pumps);
  return {
    async stop() {
      await Promise.all(pumps.map((pump) => pump.stop()));
    },
  };
}
