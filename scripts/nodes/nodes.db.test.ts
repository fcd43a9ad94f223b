import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { cloneTemplate } from '#kit/server/testing/harness.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { ensureMosquitto } from '../ensure-mosquitto.ts';
import { runCrossings } from './nodes-test.ts';

const mosquitto = await ensureMosquitto();

/** The part of `npm run test:nodes` that needs no deaths: two servers as processes, a database and a Mosquitto. */
it.skipIf('missing' in mosquitto)(
  'two servers hear of each other’s log-outs, rights and events, and divide schedules and machines between them',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coinyard-nodes-'));
    const database = await cloneTemplate();
    try {
      const wrong = await runCrossings({
        folder,
        nodes: 2,
        mosquitto: 'path' in mosquitto ? mosquitto.path : '',
        database: { url: database.url, secretsFile: join(inject('dataDir'), 'secrets.json') },
      });
      expect(wrong).toEqual([]);
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  patient(300_000),
);
