import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#kit/server/embedded/postgres-process.ts';

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

/** A Mosquitto of the test's own; `configure` writes files into its folder and answers what goes into its settings. */
export async function startMosquitto(
  path: string,
  configure: (folder: string, ports: { devicePort: number; serverPort: number }) => Promise<string>,
): Promise<{ deviceUrl: string; serverUrl: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-mosquitto-'));
  const ports = { devicePort: await freePort(), serverPort: await freePort() };
  const file = join(folder, 'mosquitto.conf');
  // as root it would become another user, who can not read the folder
  await writeFile(file, `user ${userInfo().username}\n${await configure(folder, ports)}`);
  const child = spawn(path, ['-c', file], { stdio: 'ignore' });
  await untilOpen(ports.serverPort);
  return {
    deviceUrl: `mqtt://127.0.0.1:${ports.devicePort}`,
    serverUrl: `mqtt://127.0.0.1:${ports.serverPort}`,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

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
