/** `npm run demo:reset`: erases the database and the uploads; the next start fills them again. */
import { rm } from 'node:fs/promises';
import postgres from 'postgres';
import { type Config, loadConfig } from '#kit/server/config.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { StartupError, startupError, terminalLanguage } from '#kit/server/startup-error.ts';

const confirmed = process.argv.includes('--yes');

async function reset(config: Config): Promise<void> {
  if (config.databaseUrl && !confirmed) throw startupError('resetExternal', {});
  if (config.databaseUrl) {
    await eraseDatabase(config.databaseUrl, config.dataDir);
  } else {
    // takes the data folder's lock, so a running server is noticed
    const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
    await eraseDatabase(database.url, config.dataDir).finally(() => database.stop());
  }
  if (config.storage.kind === 'disk') await rm(config.storage.folder, { recursive: true, force: true });
  else console.log(`Objects in the bucket ${config.storage.bucket} were left alone.`);
}

async function eraseDatabase(url: string, path: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await refuseWhileConnected(sql);
    if (!confirmed && (await holdsRealData(sql))) throw startupError('resetNotDemo', { path });
    const schemas = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
    await sql.begin(async (tx) => {
      for (const { name } of schemas) await tx`drop schema ${tx(name)} cascade`;
      await tx`create schema public`;
    });
  } finally {
    await sql.end();
  }
}

/** Asked of the database and not of DEMO, which may be forgotten; one of an older version may not say what it was born as. */
async function holdsRealData(sql: postgres.Sql): Promise<boolean> {
  const [found] =
    await sql`select to_regclass('installation') is not null and to_regclass('user_account') is not null as made`;
  if (!found?.made) return false;
  const demos = await sql`
    select from installation where name = 'demo' or (name = 'born' and value ->> 'as' = 'demo')`;
  const accounts = await sql`select from user_account limit 1`;
  return demos.length === 0 && accounts.length > 0;
}

async function refuseWhileConnected(sql: postgres.Sql): Promise<void> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  if (others && others.count > 0) throw startupError('resetConnected', { count: others.count });
}

try {
  await reset(loadConfig());
  console.log('The database and the uploads are empty; the next start fills them again.');
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(terminalLanguage(process.env)));
  process.exitCode = 1;
}
