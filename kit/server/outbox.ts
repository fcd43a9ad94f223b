import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Realm } from '#kit/contract/endpoint.ts';
import type { EventDeclaration } from '#kit/contract/event.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Database, Tx } from './database.ts';
import { announce, type Gathering, gathered } from './gathered-writes.ts';
import { holdingName } from './hold-names.ts';
import { startPump } from './pump.ts';
import { insertManyText, shapeOf } from './row-statements.ts';
import { createdAtColumn, idColumn } from './tables.ts';

/**
 * Facts that must leave the database together with the change that made them. A row is written in the caller's
 * transaction; after commit the relay gives it a gapless-enough, strictly growing `seq` and tells every server process.
 */
export const outbox = pgTable('outbox', {
  id: idColumn(),
  /** when it was told, not when its transaction began: events of one transaction keep their order */
  createdAt: createdAtColumn(),
  /** who may hear it: `tenant:<id>`, `user:<id>`, `player:<id>`, `realm:<name>`, `platform`, `everyone` */
  topic: text('topic').notNull(),
  /** dotted name, e.g. `site.changed` */
  event: text('event').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  seq: bigint('seq', { mode: 'number' }),
  /** the sites it is about, for staff who work at some of them; null: it concerns the whole organisation */
  siteIds: jsonb('site_ids').$type<readonly string[]>(),
});

export interface OutboxEvent {
  seq: number;
  topic: string;
  event: string;
  data: Record<string, unknown>;
}

/** Who may hear an event: a topic, and within an organisation perhaps only those who work at the site. */
export type Audience = string | { topic: string; siteIds: readonly string[] };

/** An event on its way out. */
export interface Telling {
  topic: string;
  event: string;
  data: Record<string, unknown>;
  siteIds: readonly string[] | null;
}

const wakeChannel = 'outbox_wake';
export const publishedChannel = 'outbox_published';

/** Everything a transaction tells goes out in one insert, in the order in which it was told. */
const unsaid: Gathering<Telling[]> = {
  empty: () => [],
  copy: (list) => [...list],
  writes: (list, statement) =>
    list.length === 0
      ? []
      : [
          {
            text: insertManyText(
              statement,
              shapeOf(outbox),
              list.map((entry) => ({ id: newId(), ...entry })),
            ),
          },
        ],
};

/** Tells a declared event to everyone who hears the topic, with the change that made it. */
export async function emit<D extends object>(
  tx: Tx,
  audience: Audience,
  event: EventDeclaration<D>,
  ...data: object extends D ? [data?: D] : [data: D]
): Promise<void> {
  await emitAll(tx, [told(audience, event, ...data)]);
}

const heardBy = (audience: Audience) =>
  typeof audience === 'string' ? { topic: audience, siteIds: null } : audience;

/** The same as an entry for `emitAll`. */
export const told = <D extends object>(
  audience: Audience,
  event: EventDeclaration<D>,
  ...[data]: object extends D ? [data?: D] : [data: D]
): Telling => ({ ...heardBy(audience), event: event.name, data: { ...data } });

export async function emitAll(tx: Tx, list: readonly Telling[]): Promise<void> {
  if (list.length === 0) return;
  gathered(tx, unsaid).push(...list);
  announce(tx, wakeChannel);
}

/** All staff of an organisation: for what belongs to no site, such as roles, templates and the wallet. */
export const tenantTopic = (tenantId: string) => `tenant:${tenantId}`;
/** Those of them who work at one of these sites; who sees all sites hears what has none, too. */
export const siteTopic = (tenantId: string, ...siteIds: readonly (string | null)[]): Audience => ({
  topic: tenantTopic(tenantId),
  siteIds: [...new Set(siteIds.filter((id) => id !== null))],
});
/** Under these names somebody asks for what happens at all sites of a topic, or at one. */
export const allSitesOf = (topic: string) => `${topic}/*`;
export const siteOf = (topic: string, siteId: string) => `${topic}/${siteId}`;
/** For an event about things of several organisations: one audience for each of them. */
export const siteTopics = (list: Iterable<{ tenantId: string; siteId: string | null }>): Audience[] =>
  [...Map.groupBy(list, ({ tenantId }) => tenantId)].map(([tenantId, own]) =>
    siteTopic(tenantId, ...own.map(({ siteId }) => siteId)),
  );
export const userTopic = (userId: string) => `user:${userId}`;
/** one player's phones */
export const playerTopic = (playerId: string) => `player:${playerId}`;
export const platformTopic = 'platform';
/** all staff of one kind of organisation, and all staff there are: system messages go this way */
export const realmTopic = (realm: Realm) => `realm:${realm}`;
export const everyoneTopic = 'everyone';

const rowsPerTurn = 500;

/**
 * Numbers committed rows, one process after the other; a lower number is never published after a higher one was seen.
 * Who waited for the lock looks with the eyes of before: rows that were numbered meanwhile keep their number, which the
 * update finds out when it comes to them.
 */
async function relayOnce(db: Database): Promise<number> {
  const [turn] = await db.inTurn(
    (raw) => raw<[{ found: number }]>`
    with turn as materialized (
      select ${holdingName(raw, 'outbox relay')} is not null as mine
    ), next as materialized (
      select id, nextval('outbox_seq') as seq
      from (select id from outbox where seq is null order by created_at, id limit ${rowsPerTurn}) as waiting
      where (select mine from turn)
    ), numbered as (
      update outbox o set seq = next.seq from next where o.id = next.id and o.seq is null returning 1
    )
    select (select count(*)::int from next) as found,
      case when exists (select from numbered) then pg_notify(${publishedChannel}, '') end`,
  );
  return turn.found;
}

/** Pages hear in a blink, and under load a turn numbers what many transactions told. */
const relayRestMs = 20;

/** Starts relaying on this process; `stop` waits for the step under way. */
export const startRelay = (
  db: Database,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> =>
  startPump({
    db,
    channel: wakeChannel,
    lookAgainMs: 5000,
    restMs: relayRestMs,
    turn: async () => (await relayOnce(db)) === rowsPerTurn,
    onError,
  });
