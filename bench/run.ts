/**
 * Prints one line a measure: `bench <name> <value> goal <limit>`. `npm run bench -- api`, `-- pages` and
 * `-- ingest` take only those.
 * A missed goal is for the reader to judge; only a measure that could not be taken makes the run fail.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuild } from '#app/server/web-build.ts';
import { measureAuthenticatedCall } from './api/authenticated-call.ts';
import { measureIngest } from './ingest.ts';
import { line, type Measure, rounded } from './measures.ts';
import { measureFirstLoad } from './pages/first-load.ts';
import { startServer } from './processes.ts';

const parts = { api: measureAuthenticatedCall, pages: measureFirstLoad, ingest: measureIngest };
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'start' && !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are start, ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

function print(measures: readonly Measure[]): void {
  for (const measure of measures) console.log(line(measure));
}

await ensureWebBuild(() => {});
const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
try {
  const first = await startServer(dataDir);
  await first.stop();
  const server = await startServer(dataDir);
  try {
    if (asked.length === 0 || asked.includes('start'))
      print([
        { name: 'first-start-seconds', value: rounded(first.seconds, 2), goal: '<= 20' },
        { name: 'start-seconds', value: rounded(server.seconds, 2), goal: '<= 5' },
      ]);
    for (const [name, measure] of Object.entries(parts)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      try {
        print(await measure(server.url));
      } catch (error) {
        console.error(`bench ${name} could not be taken:`, error);
        process.exitCode = 1;
      }
    }
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
