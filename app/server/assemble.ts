import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAuthenticator } from '#features/base/accounts/server/authenticator.ts';
import { setupNeeded } from '#features/base/accounts/server/public.ts';
import { createPlayerAuthenticator } from '#features/base/players/server/public.ts';
import { type Feature, withoutDemo } from '#kit/contract/feature.ts';
import type { Clock } from '#kit/kernel/time.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Config } from '#kit/server/config.ts';
import type { Database } from '#kit/server/database.ts';
import { forgetOldAnswers } from '#kit/server/http/request-answers.ts';
import { buildHttp, type WebPart } from '#kit/server/http/server.ts';
import { type JobDeclaration, startJobs } from '#kit/server/jobs.ts';
import { forgetOldEvents, startLive } from '#kit/server/live.ts';
import type { MqttConnection } from '#kit/server/mqtt.ts';
import { startRelay } from '#kit/server/outbox.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import { authenticatorOf } from '#kit/server/session.ts';
import { loadTexts, type Texts } from '#kit/server/texts.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import { discoverFeatures, discoverServedFeatures } from './discover-features.ts';
import type { SimulatedPay } from './provider-parts.ts';
import { startProviders } from './providers.ts';
import { sourceRoot } from './source-root.ts';
import { version } from './version.ts';

let texts: Texts | undefined;
/** They stay the same while the process runs, in which a test starts many servers. */
function ownTexts(): Texts {
  texts ??= loadTexts(sourceRoot);
  return texts;
}

const eventsKeptMs = 2 * hourMs;

const kitJobs: JobDeclaration[] = [
  {
    name: 'kit.forget-events',
    cron: '*/10 * * * *',
    run: (services) => forgetOldEvents(services.db, new Date(services.clock.now().getTime() - eventsKeptMs)),
  },
  {
    name: 'kit.forget-answers',
    cron: '25 * * * *',
    run: ({ db, clock }) => forgetOldAnswers(db, clock.now()),
  },
];

export interface Foundations {
  config: Config;
  /** as `openInstallation` found the database */
  demo: boolean;
  secrets: Secrets;
  db: Database;
  mqtt: MqttConnection;
  clock: Clock;
  log: FastifyBaseLogger;
  onSms: (message: SimulatedSms) => void;
  /** unless told, over HTTP, in DATA_DIR and as slow as the real ones */
  pay?: SimulatedPay;
}

export interface Assembly {
  services: Services;
  /** mounts everything on HTTP; call after demo data is in place */
  http(options: {
    web?: WebPart;
    health: Record<string, () => Promise<boolean>>;
    limitRates: boolean;
  }): Promise<FastifyInstance>;
  startJobs(databaseUrl: string, app: FastifyInstance): Promise<void>;
  /** the port is open: callbacks go there unless PUBLIC_URL says otherwise */
  listensAt(url: string): void;
  stop(): Promise<void>;
}

/** Puts the parts together on a migrated database. The program and the tests differ only in what they pass in. */
export async function assemble(base: Foundations): Promise<Assembly> {
  const report = (error: unknown) => base.log.error({ err: error }, 'live events');
  let address = 'http://127.0.0.1';
  const { onSms, pay, ...foundations } = base;
  const providers = await startProviders({ ...foundations, onSms, pay, address: () => address });
  const relay = await startRelay(base.db, report);
  const live = await startLive(base.db, report);
  const existing = base.demo ? (feature: Feature) => feature : withoutDemo;
  const features = (await discoverFeatures()).map(existing);
  const served = (await discoverServedFeatures()).map((one) => ({ ...one, feature: existing(one.feature) }));
  const { stop: stopProviders, ...clients } = providers;
  const services: Services = {
    ...foundations,
    ...clients,
    publicBase: () => base.config.publicUrl ?? address,
    texts: ownTexts(),
    live,
    features,
    booksChecks: served.flatMap(({ checks }) => checks),
    version,
    setupNeeded: () => setupNeeded(base.db.read),
  };
  const authenticator = authenticatorOf({
    staff: await createAuthenticator(services),
    player: await createPlayerAuthenticator(services),
  });
  const stops: (() => Promise<void>)[] = [stopProviders, async () => live.stop(), () => relay.stop()];
  return {
    services,
    async http(options) {
      for (const step of ['start', 'ready'] as const)
        for (const feature of served) {
          const stop = await feature[step]?.(services);
          if (stop) stops.push(stop);
        }
      return buildHttp({ services, served, authenticator, version, ...options });
    },
    async startJobs(databaseUrl, { metrics }) {
      const declared = [...kitJobs, ...served.flatMap((feature) => feature.jobs)];
      const jobs = await startJobs(databaseUrl, services, declared, metrics);
      stops.push(() => jobs.stop());
    },
    listensAt(url) {
      address = url;
    },
    async stop() {
      for (const stop of stops.reverse()) await stop();
    },
  };
}
