import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { checkLoginPassword, sign } from '#kit/protocol/signing.ts';
import { downTopic, mayPublish, maySubscribe, upTopic } from '#kit/protocol/topics.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from '#kit/server/embedded/broker.ts';
import { connectMqtt, type MqttConnection } from '#kit/server/mqtt.ts';
import { patient } from '#kit/server/testing/speed.ts';

const code = 'KILLED01';
const secret = randomBytes(32);
const results: UpMessage<'result'>[] = [];
let folder: string;
let broker: EmbeddedBroker;
let server: MqttConnection;
let hellos = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-killed-'));
  broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    authenticate: async (_, username, password) =>
      checkLoginPassword(secret, username ?? '', String(password), new Date()) === undefined,
    authorizePublish: async ({ username }, topic) => mayPublish(username, topic),
    authorizeSubscribe: async ({ username }, filter) => maySubscribe(username, filter),
    log: () => undefined,
  });
  server = await connectMqtt({ url: broker.url, ...broker.credentials, clientId: 'server' });
  await server.subscribe(upTopic(code, 'hello'), async () => {
    hellos++;
    const { heartbeatEveryMs } = limits;
    const welcome = { now: new Date().toISOString(), claimed: true, epoch: 0, seq: 0, heartbeatEveryMs };
    await server.publish(downTopic(code, 'welcome'), JSON.stringify(welcome));
  });
  await server.subscribe(upTopic(code, 'result'), (_, payload) => {
    results.push(JSON.parse(payload.toString()));
  });
});

afterAll(async () => {
  await server.close();
  await broker.stop();
  await rm(folder, { recursive: true, force: true });
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

async function startDevice(): Promise<ChildProcess> {
  const before = hellos;
  const script = fileURLToPath(new URL('./killed-device.ts', import.meta.url));
  const world = join(folder, 'world.log');
  const child = spawn(
    process.execPath,
    [script, broker.url, join(folder, 'device'), secret.toString('hex'), world],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await until(() => hellos > before);
  return child;
}

const fallen = async () =>
  (await readFile(join(folder, 'world.log'), 'utf8').catch(() => '')).split('\n').filter(Boolean).length;

async function kill(device: ChildProcess): Promise<void> {
  device.kill('SIGKILL');
  await once(device, 'exit');
}

it('a device killed while it pays out pays nothing more when it comes back and is asked again', {
  timeout: patient(60_000),
}, async () => {
  const id = randomUUID();
  const topic = downTopic(code, 'command');
  const at = Date.now();
  const order = sign(secret, topic, {
    id,
    command: 'dispense',
    parameters: { amount: 200 },
    issuedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + 600_000).toISOString(),
  });
  const first = await startDevice();
  await server.publish(topic, order);
  await until(async () => (await fallen()) >= 3);
  await kill(first);
  const before = await fallen();

  const second = await startDevice();
  await until(() => results.some(({ state }) => state === 'failed'));
  await server.publish(topic, order);
  await until(() => results.some(({ state }) => state === 'repeat'));
  await kill(second);

  expect(await fallen()).toBe(before);
  const ended = results.find(({ state }) => state === 'failed');
  expect(ended).toMatchObject({ id, reason: 'interrupted', asked: 200 });
  expect(before - (ended?.counted ?? 0), 'at most the piece under the sensor is missing').toBeLessThanOrEqual(
    1,
  );
  expect(results.filter(({ state }) => state === 'done')).toEqual([]);
});
