/**
 * `npm run test:crash -- [--kills N] [--seed TEXT]`: kills the server under load again and again, then looks whether
 * every fen, every order and every coin is where it belongs. Exit status 1 when something is not.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { secondMs } from '#kit/kernel/time.ts';
import { runCrashTest } from './crash/crash-test.ts';
import { tellReport } from './crash/play.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now()) },
    keep: { type: 'boolean', default: false },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const folder = await mkdtemp(join(tmpdir(), 'coinyard-crash-'));
// a root server hands its database to another user, who has to pass through
await chmod(folder, 0o711);
console.log(`seed ${values.seed}, ${values.kills} kills, data in ${folder}`);
try {
  const report = await runCrashTest({
    folder,
    kills: Number(values.kills),
    seed: values.seed,
    meanLifeMs: 3 * secondMs,
    quietMs: 20 * secondMs,
    say: (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`),
  });
  console.log(`${report.kills} kills (${report.databaseKills} with the database), ${tellReport(report)}`);
  const { wrong } = report;
  for (const line of wrong) console.error(`WRONG ${line}`);
  console.log(wrong.length === 0 ? 'nothing was lost, nothing was booked twice' : `${wrong.length} wrong`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  if (!values.keep && process.exitCode === 0) await rm(folder, { recursive: true, force: true });
}
