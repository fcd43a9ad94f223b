import { and, asc, gt, inArray, isNotNull, isNull, lt, max, min, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import {
  allSitesOf,
  everyoneTopic,
  type OutboxEvent,
  outbox,
  platformTopic,
  playerTopic,
  publishedChannel,
  realmTopic,
  siteOf,
  tenantTopic,
  userTopic,
} from './outbox.ts';
import type { Session, StaffSession } from './session.ts';

export interface Backlog {
  seq: number;
  events: OutboxEvent[];
  /** the caller was away longer than events are kept: it must load everything again */
  resync: boolean;
}

export interface Live {
  subscribe(topics: readonly string[], onEvent: (event: OutboxEvent) => void): () => void;
  since(topics: readonly string[], after: number | undefined): Promise<Backlog>;
}

export function topicsOf(session: Session): string[] {
  if (session.kind === 'player') return [playerTopic(session.playerId)];
  const topics = [
    userTopic(session.userId),
    tenantTopic(session.tenantId),
    realmTopic(session.realm),
    everyoneTopic,
    ...placesOf(session),
  ];
  if (session.realm === 'platform') topics.push(platformTopic);
  return topics;
}

/** What happens at sites: at all of them, or at those where somebody works. */
function placesOf({ tenantId, scope }: StaffSession): string[] {
  const topic = tenantTopic(tenantId);
  if (scope.kind !== 'tenant' || scope.siteIds === null) return [allSitesOf(topic)];
  return scope.siteIds.map((siteId) => siteOf(topic, siteId));
}

type StoredEvent = OutboxEvent & { siteIds: readonly string[] | null };
const columns = {
  seq: outbox.seq,
  topic: outbox.topic,
  event: outbox.event,
  data: outbox.data,
  siteIds: outbox.siteIds,
};

/** The names under which somebody may have asked for it. */
const namesOf = ({ topic, siteIds }: StoredEvent): string[] =>
  siteIds === null ? [topic] : [allSitesOf(topic), ...siteIds.map((siteId) => siteOf(topic, siteId))];

/** Where it happened is no part of what is told. */
const wordsOf = ({ siteIds: _, ...event }: StoredEvent): OutboxEvent => event;

/** The same as a condition: `namesOf` the event and the topics have one in common. */
function heardUnder(topics: readonly string[]): SQL | undefined {
  const names = sql`(select array_agg(${outbox.topic} || '/' || place) from jsonb_array_elements_text(${outbox.siteIds} || '["*"]') as place)`;
  const list = sql.join(
    topics.map((topic) => sql`${topic}`),
    sql`, `,
  );
  return or(
    and(isNull(outbox.siteIds), inArray(outbox.topic, [...topics])),
    and(
      isNotNull(outbox.siteIds),
      inArray(outbox.topic, [...new Set(topics.map((topic) => topic.split('/')[0] as string))]),
      sql`${names} && array[${list}]::text[]`,
    ),
  );
}

const batchSize = 500;

/** Fans published events out to the sockets of this process. */
export async function startLive(
  db: Database,
  onError: (error: unknown) => void,
): Promise<Live & { stop(): void }> {
  const listeners = new Map<string, Set<(event: OutboxEvent) => void>>();

  function hand(event: StoredEvent): void {
    const hearing = new Set(namesOf(event).flatMap((name) => [...(listeners.get(name) ?? [])]));
    for (const listener of hearing) listener(wordsOf(event));
  }

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
          hand(event);
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
    subscribe(topics, onEvent) {
      for (const topic of topics) {
        const set = listeners.get(topic) ?? new Set();
        set.add(onEvent);
        listeners.set(topic, set);
      }
      return () => {
        for (const topic of topics) {
          const set = listeners.get(topic);
          set?.delete(onEvent);
          if (set?.size === 0) listeners.delete(topic);
        }
      };
    },
    async since(topics, after) {
      const [bounds] = await db.read.select({ first: min(outbox.seq), last: max(outbox.seq) }).from(outbox);
      const last = bounds?.last ?? 0;
      if (after === undefined) return { seq: last, events: [], resync: false };
      if (after > last || (bounds?.first != null && after < bounds.first - 1))
        return { seq: last, events: [], resync: true };
      const events = (await db.read
        .select(columns)
        .from(outbox)
        .where(and(gt(outbox.seq, after), heardUnder(topics)))
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
