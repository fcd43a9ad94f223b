import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '#kit/contract/feature.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { createTencentMap } from '#providers/map/client.ts';
import type { SmsClient } from '#providers/sms/client.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import type { ObjectStore } from '#providers/storage/client.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Live } from './live.ts';
import type { MqttConnection } from './mqtt.ts';
import type { Secrets } from './secrets.ts';
import type { Texts } from './texts.ts';

/** Long-lived parts that handlers and jobs share. Built once in app/server, and by tests. */
export interface Services {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly log: FastifyBaseLogger;
  readonly live: Live;
  /** the way to devices */
  readonly mqtt: MqttConnection;
  /** all declarations, for menus, roles and the reference */
  readonly features: readonly Feature[];
  /** undefined where the operator has not configured it: calls then answer "not configured" */
  readonly sms: SmsClient | undefined;
  readonly map: ReturnType<typeof createTencentMap> | undefined;
  readonly storage: ObjectStore;
  /** texts the simulated SMS platform delivered; only in demo mode without a real provider */
  readonly demoMessages: (() => readonly SimulatedSms[]) | undefined;
  readonly version: string;
  /** true until the first platform administrator exists */
  readonly setupNeeded: () => Promise<boolean>;
}
