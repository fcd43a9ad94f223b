import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '#kit/contract/feature.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { BooksCheck } from './books-check.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Live } from './live.ts';
import type { MqttConnection } from './mqtt.ts';
import type { Secrets } from './secrets.ts';
import type { Texts } from './texts.ts';

/**
 * Long-lived parts that handlers and jobs share. Built once in app/server, and by tests. The clients of outside platforms
 * are added by providers/services.ts.
 */
export interface Services {
  readonly config: Config;
  /** the database was born as one: simulated platforms, invented people and their pages exist only then */
  readonly demo: boolean;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly log: FastifyBaseLogger;
  readonly live: Live;
  /** the way to devices */
  readonly mqtt: MqttConnection;
  /** how the features' own tables are proven against the books */
  readonly booksChecks: readonly BooksCheck[];
  /** all declarations, for menus, roles and the reference */
  readonly features: readonly Feature[];
  /** where people and platforms reach this server, without a slash at the end */
  readonly publicBase: () => string;
  readonly version: string;
  /** true until the first platform administrator exists */
  readonly setupNeeded: () => Promise<boolean>;
}
