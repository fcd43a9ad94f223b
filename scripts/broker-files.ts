/**
 * `npm run broker:files -- FOLDER [server password]`: writes Mosquitto's password file, access list and settings for all
 * devices that may log in. Run it again after devices were made, blocked or given a new secret, and reload Mosquitto.
 * DATABASE_URL and SECRETS_FILE (or DATA_DIR) name the installation; an embedded database must be stopped.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listDeviceLogins } from '#features/devices/server/public.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { loadConfig } from '#kit/server/config.ts';
import { openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { writeFileAtomically } from '#kit/server/write-file.ts';
import { mosquittoFiles } from './mosquitto-files.ts';

const serverName = 'coinyard-server';
const devicePort = 1883;
const serverPort = 1884;

async function readLogins() {
  const config = loadConfig();
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  try {
    const db = openDatabase(config.databaseUrl ?? embedded?.url ?? '', { poolSize: 1 });
    const secrets = await loadSecrets(config.dataDir, config.secretsFile);
    return await listDeviceLogins(db.read, secrets).finally(() => db.close());
  } finally {
    await embedded?.stop();
  }
}

async function write(target: string, password: string): Promise<void> {
  const folder = resolve(target);
  const paths = {
    passwd: join(folder, 'passwd'),
    acl: join(folder, 'acl'),
    conf: join(folder, 'coinyard.conf'),
  };
  const logins = await readLogins();
  const files = mosquittoFiles({ name: serverName, password }, logins, { ...paths, devicePort, serverPort });
  await mkdir(folder, { recursive: true });
  for (const name of ['passwd', 'acl', 'conf'] as const)
    await writeFileAtomically(paths[name], files[name], 0o600);
  console.log(`${logins.length} devices: ${folder}`);
  console.log(`MQTT_URL=mqtt://${serverName}:${password}@127.0.0.1:${serverPort}`);
}

const [target, password = newSecret()] = process.argv.slice(2);
if (!target) {
  console.error('Usage: npm run broker:files -- FOLDER [server password]');
  process.exitCode = 1;
} else {
  try {
    await write(target, password);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.text(terminalLanguage(process.env)));
    process.exitCode = 1;
  }
}
