import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { assemble } from '#app/server/assemble.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { startLink } from '#features/machines/devices/server/link/link.ts';
import { deviceIdentities, devices } from '#features/machines/devices/tables.ts';
import { newId } from '#kit/kernel/ids.ts';
import { systemClock } from '#kit/kernel/time.ts';
import { upTopic } from '#kit/protocol/topics.ts';
import { loadConfig } from '#kit/server/config.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import type { MessageHandler, MqttConnection } from '#kit/server/mqtt.ts';
import { platformScope } from '#kit/server/scope.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { insert } from '#kit/server/tables.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from './measures.ts';

const fleetSize = 2000;
const tenants = 20;
const eventsPerMessage = 20;
const messagesPerDevice = 3;
const messagesPerRound = fleetSize * messagesPerDevice;
const rounds = 9;
const warmUpRounds = 1;

interface BenchDevice {
  tenantId: string;
  id: string;
  code: string;
  seq: number;
}

async function makeFleet(db: Database): Promise<BenchDevice[]> {
  const fleet = Array.from({ length: fleetSize }, (_, index) => ({
    tenantId: String(200_000 + (index % tenants)),
    id: newId(),
    code: `BENCH${String(index).padStart(6, '0')}`,
    seq: 0,
  }));
  await db.raw`insert into tenant ${db.raw(
    Array.from({ length: tenants }, (_, index) => ({
      id: String(200_000 + index),
      name: `bench ${index}`,
      realm: 'merchant',
    })),
  )}`;
  const siteId = newId();
  await db.transaction(async (tx) => {
    for (let start = 0; start < fleet.length; start += 500) {
      const part = fleet.slice(start, start + 500);
      await insert(
        tx,
        platformScope,
        devices,
        part.map(({ tenantId, id, code }, index) => ({
          tenantId,
          id,
          code,
          siteId,
          type: 'claw' as const,
          number: start + index,
        })),
      );
      await tx.insert(deviceIdentities).values(
        part.map(({ tenantId, id, code }) => ({
          tenantId,
          deviceId: id,
          code,
          type: 'claw' as const,
          model: 'bench',
          claimPin: '000000',
        })),
      );
    }
  });
  return fleet;
}

/** Messages come from the bench, and nobody hears the acknowledgements: the broker is not what is measured. */
function deafLine() {
  let handler: MessageHandler = () => {};
  const mqtt: MqttConnection = {
    publish: async () => {},
    subscribe: async (_filter, given) => {
      handler = given;
    },
    ping: async () => true,
    close: async () => {},
  };
  return { mqtt, receive: (topic: string, payload: Buffer) => handler(topic, payload) };
}

/** What a claw machine tells after a busy minute: its totals and what happened. */
function payloadOf(device: BenchDevice): Buffer {
  device.seq += 1;
  const at = new Date().toISOString();
  const kinds = ['coin', 'play', 'play', 'win'] as const;
  return Buffer.from(
    JSON.stringify({
      epoch: 0,
      seq: device.seq,
      at,
      counters: {
        coinsIn: device.seq * 5,
        cashCoins: device.seq * 2,
        plays: device.seq * 4,
        prizesOut: device.seq,
      },
      events: Array.from({ length: eventsPerMessage }, (_, index) => ({
        kind: kinds[index % kinds.length],
        at,
        amount: 1 + (index % 3),
      })),
    }),
  );
}

/** The limit: the same rows, ready as text, into a table with the same indexes. */
function copyText(fleet: readonly BenchDevice[]): string {
  const at = new Date().toISOString();
  const lines: string[] = [];
  for (let index = 0; index < messagesPerRound; index += 1) {
    const { tenantId, id } = fleet[index % fleet.length]!;
    for (let event = 0; event < eventsPerMessage; event += 1)
      lines.push(`${tenantId}\t${newId()}\t${id}\t${at}\t${at}\tplay\t{"amount": ${1 + (event % 3)}}\n`);
  }
  return lines.join('');
}

export async function measureIngest(): Promise<Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-ingest-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = openDatabase(postgres.url);
  try {
    await migrate(db, readMigrations(sourceRoot));
    const line = deafLine();
    const assembly = await assemble({
      config: loadConfig({ DATA_DIR: dataDir }),
      demo: false,
      secrets: await loadSecrets(dataDir),
      db,
      mqtt: line.mqtt,
      clock: systemClock,
      log: pino({ level: 'error' }),
      onSms: () => {},
    });
    const link = await startLink(assembly.services);
    const fleet = await makeFleet(db);
    await db.raw`create table device_event_copy (like device_event including all)`;
    const perSecond = (startedMs: number) =>
      (messagesPerRound * eventsPerMessage * 1000) / (performance.now() - startedMs);
    // as devices do it: each sends its next message when the one before is acknowledged
    const ingest = async () => {
      const queues = fleet.map((device) => ({
        topic: upTopic(device.code, 'telemetry'),
        payloads: Array.from({ length: messagesPerDevice }, () => payloadOf(device)),
      }));
      const startedMs = performance.now();
      await Promise.all(
        queues.map(async ({ topic, payloads }) => {
          for (const payload of payloads) await line.receive(topic, payload);
        }),
      );
      return perSecond(startedMs);
    };
    const copy = async () => {
      const text = copyText(fleet);
      const startedMs = performance.now();
      const into = await db.raw`copy device_event_copy from stdin`.writable();
      await pipeline(Readable.from([text]), into);
      return perSecond(startedMs);
    };
    await interleave(warmUpRounds, { ingest, copy });
    const [{ stored }] = (await db.raw`select count(*)::int as stored from device_event`) as unknown as [
      { stored: number },
    ];
    if (stored !== warmUpRounds * messagesPerRound * eventsPerMessage)
      throw new Error(`only ${stored} events were stored`);
    const results = await interleave(rounds, { ingest, copy });
    const each = ratios(results.ingest, results.copy);
    console.log(
      `  events/s: ingest ${Math.round(median(results.ingest))}, COPY ${Math.round(median(results.copy))}; ratio ${spread(each, 2)}`,
    );
    await link.stop();
    await assembly.stop();
    return [{ name: 'telemetry_vs_copy', value: rounded(median(each), 3), goal: '>= 0.5' }];
  } finally {
    await db.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
