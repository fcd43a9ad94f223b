import { and, asc, gt, inArray, isNull, lt, max, min, or, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import {
  everyoneTopic,
  type OutboxEvent,
  outbox,
  platformTopic,
  publishedChannel,
  realmTopic,
  tenantTopic,
  userTopic,
} from './outbox.ts';
import type { Session } from './session.ts';

export interface Backlog {
  seq: number;
  events: OutboxEvent[];
  /** the caller was away longer than events are kept: it must load everything anew */
  resync: boolean;
}

/** What somebody may hear: topics, and of what happens at sites only this. */
export interface Hearing {
  topics: readonly string[];
  /** null: all sites */
  siteIds: readonly string[] | null;
}

export interface Live {
  subscribe(hearing: Hearing, onEvent: (event: OutboxEvent) => void): () => void;
  since(hearing: Hearing, after: number | undefined): Promise<Backlog>;
}

const mayHear = ({ siteIds }: Hearing, event: { siteIds: readonly string[] | null }) =>
  siteIds === null || event.siteIds === null || event.siteIds.some((id) => siteIds.includes(id));

/** Where it happened is no part of what is told. */
const wordsOf = ({ siteIds: _, ...event }: StoredEvent): OutboxEvent => event;

export const topicsOf = (session: Session): Hearing => ({
  topics: namesOf(session),
  siteIds: session.kind === 'staff' && session.scope.kind === 'tenant' ? session.scope.siteIds : null,
});

function namesOf(session: Session): string[] {
  if (session.kind === 'player') return [`player:${session.playerId}`];
  const topics = [
    userTopic(session.userId),
    tenantTopic(session.tenantId),
    realmTopic(session.realm),
    everyoneTopic,
  ];
  if (session.realm === 'platform') topics.push(platformTopic);
  return topics;
}

const batchSize = 500;

type StoredEvent = OutboxEvent & { siteIds: readonly string[] | null };
const columns = {
  seq: outbox.seq,
  topic: outbox.topic,
  event: outbox.event,
  data: outbox.data,
  siteIds: outbox.siteIds,
};

const atOneOf = (siteIds: readonly string[]) =>
  siteIds.length > 0
    ? sql`${outbox.siteIds} ?| array[${sql.join(
        siteIds.map((id) => sql`${id}`),
        sql`, `,
      )}]::text[]`
    : undefined;

/** Fans published events out to the sockets of this process. */
export async function startLive(
  db: Database,
  onError: (error: unknown) => void,
): Promise<Live & { stop(): void }> {
  const listeners = new Map<string, Set<(event: StoredEvent) => void>>();
  const [newest] = await db.read.select({ seq: max(outbox.seq) }).from(outbox);
  let lastSeq = newest?.seq ?? 0;
  let reading = false;
  let again = false;
  let stopped = false;

  async function read(): Promise<void> {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      do {
        again = false;
        const events = (await db.read
          .select(columns)
          .from(outbox)
          .where(gt(outbox.seq, lastSeq))
          .orderBy(asc(outbox.seq))
          .limit(batchSize)) as StoredEvent[];
        for (const event of events) {
          lastSeq = event.seq;
          for (const listener of listeners.get(event.topic) ?? []) listener(event);
        }
        if (events.length === batchSize) again = true;
      } while (again && !stopped);
    } catch (error) {
      if (!stopped) onError(error);
    } finally {
      reading = false;
    }
  }
  await db.listen(
    publishedChannel,
    () => void read(),
    () => void read(),
  );

  return {
    subscribe(hearing, onEvent) {
      const hear = (event: StoredEvent) => {
        if (mayHear(hearing, event)) onEvent(wordsOf(event));
      };
      for (const topic of hearing.topics) {
        const set = listeners.get(topic) ?? new Set();
        set.add(hear);
        listeners.set(topic, set);
      }
      return () => {
        for (const topic of hearing.topics) {
          const set = listeners.get(topic);
          set?.delete(hear);
          if (set?.size === 0) listeners.delete(topic);
        }
      };
    },
    async since({ topics, siteIds }, after) {
      const [bounds] = await db.read.select({ first: min(outbox.seq), last: max(outbox.seq) }).from(outbox);
      const last = bounds?.last ?? 0;
      if (after === undefined) return { seq: last, events: [], resync: false };
      if (after > last || (bounds?.first != null && after < bounds.first - 1))
        return { seq: last, events: [], resync: true };
      const events = (await db.read
        .select(columns)
        .from(outbox)
        .where(
          and(
            gt(outbox.seq, after),
            inArray(outbox.topic, [...topics]),
            siteIds === null ? undefined : or(isNull(outbox.siteIds), atOneOf(siteIds)),
          ),
        )
        .orderBy(asc(outbox.seq))
        .limit(batchSize + 1)) as StoredEvent[];
      if (events.length > batchSize) return { seq: last, events: [], resync: true };
      // What was published between the two reads is among the events: the position must not fall behind it.
      return { seq: Math.max(last, events.at(-1)?.seq ?? 0), events: events.map(wordsOf), resync: false };
    },
    stop() {
      stopped = true;
    },
  };
}

/** Published events are kept for late readers, then dropped; unpublished ones never. */
export async function forgetOldEvents(db: Database, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [newest] = await tx.select({ seq: max(outbox.seq) }).from(outbox);
    // The newest one stays as the mark against which an absent reader's position is judged.
    await tx.delete(outbox).where(and(lt(outbox.createdAt, before), lt(outbox.seq, newest?.seq ?? 0)));
  });
}
