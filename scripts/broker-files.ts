/**
 * `npm run broker:files -- FOLDER`: writes Mosquitto's password file, access list and settings for all devices that may
 * log in. DATABASE_URL and SECRETS_FILE (or DATA_DIR) name the installation.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { loadConfig } from '#kit/server/config.ts';
import type { Database } from '#kit/server/database.ts';
import { requireOwnKeys } from '#kit/server/installation.ts';
import { openSecrets } from '#kit/server/secrets.ts';
import { startupError } from '#kit/server/startup-error.ts';
import { runCommand, withDatabase } from './open-installation.ts';
import { type BrokerFilesOptions, prepareBrokerFiles } from './write-broker-files.ts';

const usage = `npm run broker:files -- FOLDER [options]
  --device-port N         where machines connect (1883)
  --server-port N         where servers connect (1884)
  --server-bind ADDRESS   where that port is open; "" for every network (127.0.0.1)
  --broker-host NAME      how servers reach the broker, for MQTT_URL (127.0.0.1)
  --server-password TEXT  the servers' password (the one of the last run, or a new one)
  --owner USER            whom the files belong to, as root (mosquitto)
  --seen-as PATH          where Mosquitto finds FOLDER, in a container for instance
  --every SECONDS         goes on and writes again when devices were made, blocked or given a new secret
  --pid-file FILE         tells this process to reload (SIGHUP) when something changed`;

interface Options extends BrokerFilesOptions {
  everyMs: number | undefined;
  pidFile: string | undefined;
}

function readOptions(): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'device-port': { ...text, default: '1883' },
      'server-port': { ...text, default: '1884' },
      'server-bind': { ...text, default: '127.0.0.1' },
      'broker-host': { ...text, default: '127.0.0.1' },
      'server-password': text,
      owner: text,
      'seen-as': text,
      every: text,
      'pid-file': text,
    },
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new TypeError('name one folder');
  const number = (name: 'device-port' | 'server-port' | 'every', most: number) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new TypeError(`--${name} is a whole number from 1 to ${most}`);
    return value;
  };
  return {
    folder,
    devicePort: number('device-port', 65535),
    serverPort: number('server-port', 65535),
    serverBind: values['server-bind'],
    brokerHost: values['broker-host'],
    serverPassword: values['server-password'],
    owner: values.owner,
    seenAs: values['seen-as'],
    everyMs: values.every === undefined ? undefined : number('every', 3600) * 1000,
    pidFile: values['pid-file'],
  };
}

async function reload(pidFile: string): Promise<void> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).trim());
  // not started yet: it reads the files when it does
  if (Number.isInteger(pid) && pid > 1) process.kill(pid, 'SIGHUP');
}

async function requireTables(db: Database): Promise<void> {
  const [found] = await db.raw`select to_regclass('device_identity') is not null as there`;
  if (!found?.there) throw startupError('databaseNotMigrated', {});
}

async function writeFiles(options: Options): Promise<void> {
  const config = loadConfig();
  await withDatabase(config, async (db) => {
    await requireTables(db);
    const opened = await openSecrets(config.dataDir, config.secretsFile);
    await requireOwnKeys(db.read, config, opened);
    const files = await prepareBrokerFiles(options);
    let isFirst = true;
    for (;;) {
      try {
        const logins = await listDeviceLogins(db.read, opened.secrets);
        const isNew = await files.write(logins);
        if (isNew && options.pidFile) await reload(options.pidFile);
        if (isNew || isFirst) console.log(`${logins.length} devices: ${options.folder}`);
        if (isFirst) console.log(`MQTT_URL=${files.url}`);
      } catch (error) {
        // a database that is away for a moment leaves the files as they are
        if (isFirst) throw error;
        console.error(error instanceof Error ? error.message : error);
      }
      isFirst = false;
      if (options.everyMs === undefined) return;
      await sleep(options.everyMs);
    }
  });
}

function readOptionsOrExplain(): Options | undefined {
  try {
    return readOptions();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 1;
    return undefined;
  }
}

const options = readOptionsOrExplain();
if (options) await runCommand(() => writeFiles(options));
