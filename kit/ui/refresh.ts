import type { Query, QueryClient } from '@tanstack/react-query';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { asRefresher } from '#kit/contract/event.ts';

/** What a query was asked with, kept beside its answer: that tells which events make it stale. */
interface Asked extends Record<string, unknown> {
  endpoint: AnyEndpoint;
  input: Record<string, unknown>;
}

export const askedOf = (endpoint: AnyEndpoint, input: unknown): Asked => ({
  endpoint,
  input: (input ?? {}) as Record<string, unknown>,
});

const isAsked = (meta: Record<string, unknown> | undefined): meta is Asked => meta?.endpoint !== undefined;

/** Whether an event makes the answer stale. Without data (a call of one's own) any event of the name does. */
export function isStaleBy(asked: Asked, name: string, data?: object): boolean {
  return asked.endpoint.refreshedBy
    .map(asRefresher)
    .some(
      ({ event, matches }) =>
        event.name === name && (data === undefined || (matches?.(data, asked.input) ?? true)),
    );
}

const staleQueries = (client: QueryClient, name: string, data?: object): Query[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ meta }) => isAsked(meta) && isStaleBy(meta, name, data));

const load = (client: QueryClient, queries: ReadonlySet<Query>) =>
  client.invalidateQueries({ predicate: (query) => queries.has(query as Query) });

/** Loads again what the events of a call that was just made have made stale. */
export async function refreshAfter(client: QueryClient, { emits }: AnyEndpoint): Promise<void> {
  const stale = new Set(emits.flatMap(({ name }) => staleQueries(client, name)));
  if (stale.size > 0) await load(client, stale);
}

const everyMs = 1000;

/**
 * Loads again what incoming events make stale: an endpoint's answers at once, then at most once a second, however many
 * events a busy fleet sends.
 */
export function createRefresher(client: QueryClient) {
  const paces = new Map<string, { lastMs: number; waiting: Set<Query> }>();
  const run = (path: string) => {
    const pace = paces.get(path);
    if (!pace) return;
    const queries = pace.waiting;
    paces.set(path, { lastMs: Date.now(), waiting: new Set() });
    void load(client, queries);
  };
  return {
    hear({ event, data }: { event: string; data: unknown }): void {
      for (const query of staleQueries(client, event, (data ?? {}) as object)) {
        const { path } = (query.meta as Asked).endpoint;
        const pace = paces.get(path) ?? { lastMs: 0, waiting: new Set<Query>() };
        paces.set(path, pace);
        pace.waiting.add(query);
        if (pace.waiting.size > 1) continue;
        // After this round of events, so that one call loads what several of them made stale.
        setTimeout(run, Math.max(0, pace.lastMs + everyMs - Date.now()), path);
      }
    },
  };
}
