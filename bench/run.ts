/**
 * Prints one line a measure: `bench <name> <value> goal <limit>`. `npm run bench -- api` takes only that part; the parts
 * are start, api, pages, memory, lists, reports, accounts, anomalies, pay, counter, play, split, ingest and fleet.
 * `--keep` writes what was measured into docs/measured.json, from which papers tell it; only a quiet machine should.
 * A missed goal is for the reader to judge; only a measure that could not be taken makes the run fail.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServerBuild } from '#app/server/server-build.ts';
import { ensureWebBuild } from '#app/server/web-build.ts';
import { measureAccounts } from './accounts.ts';
import { measureAnomalies } from './anomalies.ts';
import { measureAuthenticatedCall } from './api/authenticated-call.ts';
import { measureCounter } from './counter.ts';
import { measureConnectedDevices } from './fleet/connected-devices.ts';
import { measureIngest } from './ingest.ts';
import { keep } from './kept.ts';
import { measureLists } from './lists.ts';
import { line, type Measure, rounded } from './measures.ts';
import { measureIdleMemory } from './memory.ts';
import { measureFirstLoad } from './pages/first-load.ts';
import { measurePay } from './pay.ts';
import { measurePlay } from './play.ts';
import { startServer } from './processes.ts';
import { measureReports } from './reports.ts';
import { measureSplit } from './split.ts';

/** Asked of a server that runs already … */
const onServer = { api: measureAuthenticatedCall, pages: measureFirstLoad };
/** … or bringing everything themselves, with nothing else running beside them. */
const alone = {
  lists: measureLists,
  reports: measureReports,
  accounts: measureAccounts,
  anomalies: measureAnomalies,
  pay: measurePay,
  counter: measureCounter,
  play: measurePlay,
  split: measureSplit,
  ingest: measureIngest,
  fleet: measureConnectedDevices,
};
const names = ['start', ...Object.keys(onServer), 'memory', ...Object.keys(alone)];

const isKept = process.argv.includes('--keep');
const asked = process.argv.slice(2).filter((name) => name !== '--keep');
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
const wanted = (name: string) => asked.length === 0 || asked.includes(name);

async function take(name: string, measure: () => Promise<readonly Measure[]>): Promise<void> {
  if (!wanted(name)) return;
  try {
    const found = await measure();
    for (const taken of found) console.log(line(taken));
    if (isKept) keep(found, new Date());
  } catch (error) {
    console.error(`bench ${name} could not be taken:`, error);
    process.exitCode = 1;
  }
}

async function measureOnServer(): Promise<void> {
  await ensureWebBuild(() => {});
  await ensureServerBuild(() => {});
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  try {
    const first = await startServer(dataDir);
    await first.stop();
    const server = await startServer(dataDir);
    try {
      await take('start', async () => [
        { name: 'first-start-seconds', value: rounded(first.seconds, 2), goal: '<= 20' },
        { name: 'start-seconds', value: rounded(server.seconds, 2), goal: '<= 5' },
      ]);
      for (const [name, measure] of Object.entries(onServer)) await take(name, () => measure(server.url));
    } finally {
      await server.stop();
    }
    await take('memory', () => measureIdleMemory(dataDir));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (['start', 'memory', ...Object.keys(onServer)].some(wanted)) await measureOnServer();
for (const [name, measure] of Object.entries(alone)) await take(name, measure);
