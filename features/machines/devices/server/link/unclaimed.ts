import { sql } from 'drizzle-orm';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { createGatherer, type Gatherer } from '#kit/server/gatherer.ts';
import type { Services } from '#kit/server/services.ts';
import { unclaimedListeners } from '../hub.ts';
import { sendWelcome } from '../send-message.ts';
import type { AnyUpMessage } from './read-message.ts';
import { unnestRows } from './unnest.ts';

export interface Unclaimed {
  take(code: string, message: AnyUpMessage): Promise<void>;
  /** the hello of a device that was claimed while it is connected, once */
  helloOf(code: string): UpMessage<'hello'> | undefined;
  tellUnclaimed(code: string): Promise<void>;
  drain(): Promise<void>;
}

interface Seen {
  code: string;
  /** null: it took its leave */
  at: Date | null;
}

const rememberedHellos = 20_000;
/** Only a device that takes itself for somebody's sends these: it was let go and did not hear of it. */
const ofTheClaimed: readonly AnyUpMessage['kind'][] = ['heartbeat', 'telemetry'];

/** Controllers nobody has claimed: they are answered and seen, and nothing else of them is stored. */
export function createUnclaimed(services: Services, gatherMs: number): Unclaimed {
  const hellos = new Map<string, UpMessage<'hello'>>();
  const seen: Gatherer<Seen, void> = createGatherer({
    gatherMs,
    maxSize: 500,
    async run(list) {
      await storeSeen(services, list);
      return list.map(() => ({ result: undefined }));
    },
  });
  const tellUnclaimed = (code: string) => sendWelcome(services, code, { claimed: false, epoch: 0, seq: 0 });
  return {
    tellUnclaimed,
    async take(code, { kind, message }) {
      if (kind === 'hello') {
        if (hellos.size > rememberedHellos) hellos.clear();
        hellos.set(code, message);
      }
      if (kind === 'offline') hellos.delete(code);
      await seen.add({ code, at: kind === 'offline' ? null : services.clock.now() });
      if (kind === 'hello' || ofTheClaimed.includes(kind)) await tellUnclaimed(code);
      if (kind !== 'hello') return;
      for (const listener of unclaimedListeners(services)) await listener(code, message);
    },
    helloOf(code) {
      const hello = hellos.get(code);
      hellos.delete(code);
      return hello;
    },
    drain: () => seen.drain(),
  };
}

async function storeSeen(services: Services, list: readonly Seen[]): Promise<void> {
  const last = [...new Map(list.map((entry) => [entry.code, entry])).values()];
  const sorted = last.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const given = unnestRows(sorted, [
    ['text', ({ code }) => code],
    ['timestamptz', ({ at }) => at],
  ]);
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`
      update device_identity i set last_seen_at = n.at from ${given} as n (code, at) where i.code = n.code`);
  });
}
