import type postgres from 'postgres';
import { run } from './row-statements.ts';
import type { Tx } from './transaction.ts';

/**
 * What can be held although no row stands for it, with the parts that its name has. A transaction that holds a name has it
 * alone until it ends; others that want the same name wait. All names of the product stand here, so no two rooms can use
 * one name for two things. Who holds several: see docs/decisions/0055.
 */
const names = {
  // the installation
  migrations: [],
  installation: [],
  'outbox relay': [],
  'first administrator': [],
  'platform token': ['token'],
  'shipped articles': [],
  // base
  'texts to phone': ['phone'],
  'texts for asker': ['person or network address'],
  'default site': ['tenant'],
  'key data': ['tenant'],
  'upload space': ['tenant'],
  'union id': ['union id'],
  'player addresses': ['player'],
  // machines
  'gift types': ['tenant'],
  'gifts in machine': ['tenant', 'device'],
  'ad media': ['tenant'],
  // money
  'giver of adjustments': ['user'],
  money: ['tenant'],
  'wallet in use': ['tenant', 'wallet'],
  'withdrawal policy': [],
  'fee rates': [],
  allowance: ['tenant', 'user'],
  payout: ['tenant', 'key'],
  // selling
  'request of order': ['tenant', 'payer', 'request'],
  'orders at machine': ['player', 'device'],
  'unpaid orders': ['player'],
  'turns at machines': ['player'],
  'prices of player': ['tenant', 'player'],
  'shares of order': ['tenant', 'order'],
  'levels of figures': [],
  rents: [],
  // people
  spending: ['player'],
  'limit of merchant': ['tenant'],
  'import of players': ['tenant'],
  'conversations of player': ['player'],
  'setting of customer service': ['tenant'],
  slides: ['tenant'],
  // loyalty
  'card of player': ['tenant', 'player', 'card type'],
  'setting of hand-over': ['tenant'],
  'limited good': ['tenant', 'good'],
  'shop cart': ['site', 'player'],
  'good classes': ['tenant'],
  'stock movement': ['tenant', 'key'],
  'guest of reward': ['player'],
  'voucher tries': ['player'],
  'group buy tries': ['player'],
  'red packet of player': ['tenant', 'campaign', 'player'],
  'red packet of phone': ['tenant', 'campaign', 'hash of phone'],
} as const;

type Names = typeof names;
export type NameKind = keyof Names;
type Texts<T extends readonly string[]> = { readonly [P in keyof T]: string };
export type NameParts<K extends NameKind> = Texts<Names[K]>;

/** Written so that no two lists of parts give the same text. */
export const nameText = <K extends NameKind>(kind: K, parts: NameParts<K>): string =>
  JSON.stringify([kind, ...parts]);

/** Holds one name until the transaction ends. It is sent at once, as everything that `run` sends. */
export async function holdName<K extends NameKind>(tx: Tx, kind: K, ...parts: NameParts<K>): Promise<void> {
  await run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [nameText(kind, parts)]);
}

/** Holds one name together with others who share it; `holdName` waits until they have all ended. */
export async function shareName<K extends NameKind>(tx: Tx, kind: K, ...parts: NameParts<K>): Promise<void> {
  await run(tx, 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [nameText(kind, parts)]);
}

/** Several names of one kind, always in the same order: two that want some of the same names never wait for each other. */
export async function holdNames<K extends NameKind>(
  tx: Tx,
  kind: K,
  list: readonly NameParts<K>[],
): Promise<void> {
  if (list.length === 0) return;
  const texts = [...new Set(list.map((parts) => nameText(kind, parts)))].sort();
  await run(
    tx,
    `select pg_advisory_xact_lock(hashtextextended(name, 0))
     from (select name from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted (name, place)
       order by place) as sorted`,
    [JSON.stringify(texts)],
  );
}

/** The same as a part of a statement of the driver, for what runs before or beside Drizzle. */
export const holdingName = <K extends NameKind>(raw: postgres.ISql, kind: K, ...parts: NameParts<K>) =>
  raw`pg_advisory_xact_lock(hashtextextended(${nameText(kind, parts)}, 0))`;
