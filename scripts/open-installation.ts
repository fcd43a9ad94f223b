import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#kit/server/config.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';

/** The configured database, the embedded one of a server that runs, or the embedded one started for this. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const running =
    config.databaseUrl ??
    (await readFile(join(config.dataDir, 'postgres.url'), 'utf8').catch(() => undefined));
  const embedded = running
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  const db = openDatabase(running?.trim() ?? embedded?.url ?? '', { poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await embedded?.stop();
  }
}

/** Runs a command; what an operator can mend is said in a sentence. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.text(terminalLanguage(process.env)));
    process.exitCode = 1;
  }
}
