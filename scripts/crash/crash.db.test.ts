import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { secondMs } from '#kit/kernel/time.ts';
import { cloneTemplate } from '#kit/server/testing/harness.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { runCrashTest } from './crash-test.ts';

/** The short form of `npm run test:crash`: its own processes, its own database, few kills. */
it('a server that is killed under load loses no payment, books none twice and leaves no order behind', {
  timeout: patient(900_000),
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-crash-'));
  const database = await cloneTemplate();
  const said: string[] = [];
  try {
    const report = await runCrashTest({
      folder,
      database: { url: database.url, secretsFile: join(inject('dataDir'), 'secrets.json') },
      kills: 4,
      seed: process.env.CRASH_SEED ?? 'short',
      meanLifeMs: 2 * secondMs,
      quietMs: 4 * secondMs,
      say: (line) => said.push(line),
    });
    expect(report.wrong, said.join('\n')).toEqual([]);
    expect(report.paid).toBeGreaterThan(0);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
  // far beyond what it takes: a slow machine is no failure
});
