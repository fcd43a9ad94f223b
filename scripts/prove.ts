/** `npm run prove`: adds all books up anew; exit status 1 when they do not balance. Runs beside a server or without one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { prove } from '#features/ledger/server/public.ts';
import { loadConfig } from '#kit/server/config.ts';
import { openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';

interface Books {
  url: string;
  close(): Promise<void>;
}

/** The configured database, the embedded one of a server that runs, or the embedded one started for this. */
async function findBooks(): Promise<Books> {
  const config = loadConfig();
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} };
  const running = await readFile(join(config.dataDir, 'postgres.url'), 'utf8').catch(() => undefined);
  if (running) return { url: running.trim(), close: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
  return { url: postgres.url, close: () => postgres.stop() };
}

try {
  const books = await findBooks();
  const db = openDatabase(books.url, { poolSize: 1 });
  try {
    const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
    const proof = await prove(db, new Date(), checks);
    for (const { unit, sum, turnover } of proof.totals)
      console.log(`${unit}: sum ${sum}, turnover ${turnover}`);
    for (const check of proof.checks) {
      console.log(`${check.holds ? 'ok   ' : 'WRONG'} ${check.name}${check.holds ? '' : `: ${check.wrong}`}`);
      for (const example of check.examples) console.log(`      ${example}`);
    }
    console.log(`${proof.accounts} accounts, ${proof.transfers} transfers, ${proof.entries} entries`);
    if (!proof.holds) process.exitCode = 1;
  } finally {
    await db.close();
    await books.close();
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(terminalLanguage(process.env)));
  process.exitCode = 1;
}
