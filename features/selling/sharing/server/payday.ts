import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { LineRow, NewEntry, ReceiverRow, SharedOrderRow } from './share-queries.ts';

/** Everything a payment of lines needs to know, in memory; lines are changed there and written back at the end. */
export interface Payday {
  tx: Tx;
  services: Services;
  tenantId: string;
  now: Date;
  today: string;
  lines: Map<string, LineRow>;
  orders: Map<string, SharedOrderRow>;
  receivers: Map<string, ReceiverRow>;
  /** receivers whose wallet nobody can reach any more */
  gone: ReadonlySet<string>;
  entries: NewEntry[];
}
