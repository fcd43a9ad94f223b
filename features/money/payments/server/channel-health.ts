import { sql } from 'drizzle-orm';
import { minuteMs } from '#kit/kernel/time.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { type ChannelName, ChannelRefused, ChannelUnavailable } from '#providers/pay-channel.ts';
import { platformChanged } from '../contract/disputes.ts';
import { paymentChannelStates } from '../tables.ts';

interface Known {
  down: boolean;
  writtenAt: number;
}

const known = new WeakMap<Services, Map<ChannelName, Known>>();
const writeAgainMs = minuteMs;
const longestError = 300;

/** Passes the answer or the failure on, and remembers whether the platform was there. A refusal is an answer, too. */
async function heard<T>(services: Services, channel: ChannelName, talk: () => Promise<T>): Promise<T> {
  try {
    const answer = await talk();
    await remember(services, channel, undefined);
    return answer;
  } catch (error) {
    if (error instanceof ChannelUnavailable) await remember(services, channel, error);
    if (error instanceof ChannelRefused) await remember(services, channel, undefined);
    throw error;
  }
}

/** The same client, but every talk with the platform is noted. */
export const watched = <T extends object>(services: Services, name: ChannelName, client: T): T =>
  new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => heard(services, name, async () => value.apply(target, args));
    },
  });

/** Written when it changes and now and then: a busy platform must not make every payment write the same row. */
async function remember(
  services: Services,
  channel: ChannelName,
  failure: ChannelUnavailable | undefined,
): Promise<void> {
  const states = known.get(services) ?? new Map<ChannelName, Known>();
  known.set(services, states);
  const before = states.get(channel);
  const now = services.clock.now();
  const down = failure !== undefined;
  if (before && before.down === down && now.getTime() - before.writtenAt < writeAgainMs) return;
  states.set(channel, { down, writtenAt: now.getTime() });
  const lastError = failure ? failure.message.slice(0, longestError) : null;
  await services.db.transaction(async (tx) => {
    await tx
      .insert(paymentChannelStates)
      .values({ channel, answeredAt: down ? null : now, downSince: down ? now : null, lastError })
      .onConflictDoUpdate({
        target: paymentChannelStates.channel,
        set: down
          ? { downSince: sql`coalesce(payment_channel_state.down_since, ${now.toISOString()})`, lastError }
          : { answeredAt: now, downSince: null, lastError: null },
      });
    if (before?.down !== down) await emit(tx, platformTopic, platformChanged);
  });
}
