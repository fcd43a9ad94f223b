import { sql } from 'drizzle-orm';
import { businessDay } from '#kit/kernel/time.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName, NoticeRefusal } from '#providers/pay-channel.ts';
import type { Mismatch } from '../contract/disputes.ts';
import { paymentNoticeRefusals } from '../tables.ts';

export type RefusalReason = NoticeRefusal | Mismatch;

interface Counted {
  channel: ChannelName;
  reason: RefusalReason;
  day: string;
  times: number;
  lastAt: Date;
}

const gathered = new WeakMap<Services, Map<string, Counted>>();

/** Gathered in memory: a flood of forged notices must not make the database write for each. */
export function countRefusal(services: Services, channel: ChannelName, reason: RefusalReason): void {
  const counts = gathered.get(services) ?? new Map<string, Counted>();
  gathered.set(services, counts);
  const now = services.clock.now();
  const day = businessDay(now);
  const key = `${channel} ${reason} ${day}`;
  const times = (counts.get(key)?.times ?? 0) + 1;
  counts.set(key, { channel, reason, day, times, lastAt: now });
}

export async function writeRefusals(services: Services): Promise<void> {
  const counts = gathered.get(services);
  if (!counts || counts.size === 0) return;
  gathered.delete(services);
  await services.db.transaction((tx) =>
    tx
      .insert(paymentNoticeRefusals)
      .values([...counts.values()])
      .onConflictDoUpdate({
        target: [paymentNoticeRefusals.channel, paymentNoticeRefusals.day, paymentNoticeRefusals.reason],
        set: { times: sql`payment_notice_refusal.times + excluded.times`, lastAt: sql`excluded.last_at` },
      }),
  );
}

const writeEveryMs = 5000;

export function startRefusalWriter(services: Services): { stop(): Promise<void> } {
  const timer = setInterval(() => {
    writeRefusals(services).catch((error: unknown) => services.log.error({ err: error }, 'refused notices'));
  }, writeEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await writeRefusals(services);
    },
  };
}
