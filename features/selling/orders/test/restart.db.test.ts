import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Assembly, assemble } from '#app/server/assemble.ts';
import { loadConfig } from '#kit/server/config.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { type LoopbackMqtt, loopbackMqtt } from '#kit/server/testing/loopback-mqtt.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { ordersContract as calls } from '../contract.ts';
import { type Arcade, openArcade } from './arcade.ts';

let arcade: Arcade;
let folder: string;
let later: { assembly: Assembly; db: Database; mqtt: LoopbackMqtt };

/** A second server on the same database, that knows nothing but what is written there. */
beforeAll(async () => {
  arcade = await openArcade();
  const [row] = await arcade.server.services.db.raw<{ name: string }[]>`select current_database() as name`;
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${row?.name}`;
  const db = openDatabase(url.href, { poolSize: 4 });
  const mqtt = loopbackMqtt();
  const dataDir = inject('dataDir');
  folder = await mkdtemp(join(tmpdir(), 'coinyard-pay-'));
  const assembly = await assemble({
    config: loadConfig({ DATA_DIR: dataDir }),
    demo: true,
    secrets: await loadSecrets(dataDir),
    db,
    mqtt,
    clock: arcade.server.clock,
    log: pino({ level: 'fatal' }),
    onSms: () => {},
    pay: { folder, deliver: fetch },
  });
  await assembly.http({ health: {}, limitRates: false });
  later = { assembly, db, mqtt };
});
afterAll(async () => {
  await later.assembly.stop();
  await later.mqtt.close();
  await later.db.close();
  await arcade.close();
  await rm(folder, { recursive: true, force: true });
});

it('what one server began, another ends: the answer of the machine reaches the server that is there', async () => {
  const machine = await arcade.machine();
  const sold = await (await arcade.staff()).call(calls.sellAtCounter, { equipmentId: machine.id, number: 4 });
  const sent = () => [...machine.heard('command'), ...machine.heard('command', later.mqtt)];
  await vi.waitUntil(() => sent().length > 0, soon);
  const { id } = sent()[0]!;
  const at = arcade.server.clock.now().toISOString();
  await machine.say('result', { id, at, state: 'failed', reason: 'jam', asked: 4, counted: 3 }, later.mqtt);
  await vi.waitFor(
    async () =>
      expect(await arcade.order(sold.orderNumber)).toMatchObject({
        state: 'partlyFulfilled',
        counted: 3,
        fulfilledAmount: 600,
        refundedAmount: 200,
      }),
    soon,
  );
  // … and the one that began it hears the same again
  await machine.say('result', { id, at, state: 'failed', reason: 'jam', asked: 4, counted: 3 });
  expect(await arcade.order(sold.orderNumber)).toMatchObject({ fulfilledAmount: 600, refundedAmount: 200 });
  expect(await arcade.broken()).toEqual([]);
});
