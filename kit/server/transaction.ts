import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';

declare const inTransaction: unique symbol;

/** Reads may run on the pool or inside a transaction. */
export type Reader = Pick<
  PostgresJsDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | 'with' | '$with' | '$count'
>;

/** Whatever writes takes this as its first argument: it can only come from `transaction`. */
export type Tx = PostgresJsDatabase & { readonly [inTransaction]: true };
