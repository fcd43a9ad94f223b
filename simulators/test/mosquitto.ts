import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sourceRoot } from '#app/server/source-root.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';

const script = join(sourceRoot, 'scripts/mosquitto.sh');
const installWithinMs = 180_000;

function find(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ];
  return folders.map((folder) => join(folder, 'mosquitto')).find((path) => existsSync(path));
}

/** Where Mosquitto is, installing it where that needs no question; or why there is none. */
export async function ensureMosquitto(): Promise<{ path: string } | { missing: string }> {
  const found = find();
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { missing: 'Mosquitto is not installed, and only root on Debian can install it here' };
  const run = promisify(execFile);
  const options = { timeout: installWithinMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', 'mosquitto'], options);
  } catch {
    return { missing: 'apt-get could not install Mosquitto' };
  }
  const installed = find();
  return installed ? { path: installed } : { missing: 'apt-get installed no Mosquitto' };
}

export interface MosquittoPlace {
  /** where the files of `broker:files` go */
  folder: string;
  /** where Mosquitto finds them */
  seenAs: string;
  devicePort: number;
  serverPort: number;
}

/** A Mosquitto of the test's own, run as compose.yaml runs it; `prepare` writes the files. */
export async function startMosquitto(
  path: string,
  prepare: (place: MosquittoPlace) => Promise<unknown>,
): Promise<{ deviceUrl: string; stop(): Promise<void> }> {
  const base = await mkdtemp(join(tmpdir(), 'coinyard-mosquitto-'));
  const place = {
    folder: join(base, 'files'),
    seenAs: join(base, 'data'),
    devicePort: await freePort(),
    serverPort: await freePort(),
  };
  // as root it becomes another user, who has to get through
  await chmod(base, 0o711);
  await mkdir(place.seenAs);
  await prepare(place);
  const user = process.getuid?.() === 0 ? 'mosquitto' : userInfo().username;
  await chown(place.seenAs, user);
  const child = spawn('/bin/sh', [script, place.folder, place.seenAs, user], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` },
  });
  await untilOpen(place.serverPort);
  return {
    deviceUrl: `mqtt://127.0.0.1:${place.devicePort}`,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(base, { recursive: true, force: true });
    },
  };
}

const chown = (path: string, user: string) => promisify(execFile)('chown', [user, path]);

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    if (attempt === 100) throw new Error('Mosquitto did not open its port');
    await sleep(100);
  }
}
