import type postgres from 'postgres';

/** Seldom asked statements are not worth their memory in every connection. */
const usesBefore = 4;
/** Lists of changing length make new statements without end; only so many are kept. */
const mostPrepared = 400;
const mostCounted = 5000;

/** Decides by the text alone whether PostgreSQL shall remember a statement. */
export function createStatementCounter(): (text: string) => boolean {
  const prepared = new Set<string>();
  const uses = new Map<string, number>();
  return (text) => {
    if (prepared.has(text)) return true;
    if (prepared.size >= mostPrepared) return false;
    const count = (uses.get(text) ?? 0) + 1;
    if (count > usesBefore) {
      prepared.add(text);
      uses.delete(text);
      return true;
    }
    if (uses.size >= mostCounted) uses.clear();
    uses.set(text, count);
    return false;
  };
}

type Client = Pick<postgres.TransactionSql, 'unsafe' | 'savepoint'> & Pick<postgres.Sql, 'options' | 'begin'>;

/**
 * The driver as Drizzle sees it. Drizzle names no statements, so that each would be parsed and planned anew and take two
 * journeys to the database; those that come often are prepared instead.
 */
export function preparing(client: postgres.Sql): postgres.Sql {
  const isPrepared = createStatementCounter();
  const wrap = (inner: Client): Client =>
    ({
      options: inner.options,
      unsafe: (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) =>
        inner.unsafe(text, parameters, { ...options, prepare: isPrepared(text) }),
      begin: (work: (tx: unknown) => unknown) => inner.begin((tx) => work(wrap(tx as unknown as Client))),
      savepoint: (work: (tx: unknown) => unknown) =>
        inner.savepoint((tx) => work(wrap(tx as unknown as Client))),
    }) as unknown as Client;
  return wrap(client as unknown as Client) as unknown as postgres.Sql;
}
