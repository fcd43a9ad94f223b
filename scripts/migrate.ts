/**
 * `npm run migrate`: brings the database to this version without starting a server, for a first start in which something
 * else, an external broker for instance, needs the tables before the server does. A start does the same by itself.
 */
import { sourceRoot } from '#app/server/source-root.ts';
import { loadConfig } from '#kit/server/config.ts';
import { checkDatabaseServer } from '#kit/server/database-server.ts';
import { requireOwnKeys } from '#kit/server/installation.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { openSecrets } from '#kit/server/secrets.ts';
import { runCommand, withDatabase } from './open-installation.ts';

await runCommand(async () => {
  const config = loadConfig();
  await withDatabase(config, async (db, url) => {
    await checkDatabaseServer(url, config.databasePoolSize);
    const added = await migrate(db, readMigrations(sourceRoot));
    await requireOwnKeys(db.read, config, await openSecrets(config.dataDir, config.secretsFile));
    console.log(`${added.length} migrations`);
  });
});
