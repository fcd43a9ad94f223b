/** `npx node scripts/backup.ts FOLDER`: copies DATA_DIR with its embedded database while the server runs. */
import { resolve } from 'node:path';
import { loadConfig } from '#kit/server/config.ts';
import { backUpDataDir } from '#kit/server/embedded/postgres-backup.ts';
import { StartupError, startupError, terminalLanguage } from '#kit/server/startup-error.ts';

try {
  const config = loadConfig();
  const target = process.argv[2];
  if (config.databaseUrl) throw startupError('backupExternal', {});
  if (!target) throw startupError('backupTargetMissing', {});
  await backUpDataDir(config.dataDir, resolve(target));
  console.log(resolve(target));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(terminalLanguage(process.env)));
  process.exitCode = 1;
}
