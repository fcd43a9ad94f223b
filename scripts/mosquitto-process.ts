import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sourceRoot } from '#app/server/source-root.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';

const script = join(sourceRoot, 'scripts/mosquitto.sh');

export interface MosquittoPlace {
  /** where the files of `broker:files` go */
  folder: string;
  /** where Mosquitto finds them */
  seenAs: string;
  devicePort: number;
  serverPort: number;
}

export interface Mosquitto {
  /** where machines connect */
  deviceUrl: string;
  /** without warning; a client that was connected finds out by itself */
  kill(): Promise<void>;
  /** once more after `kill`, in the same place */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A Mosquitto of the test's own, run as compose.yaml runs it; `prepare` writes the files. */
export async function startMosquitto(
  path: string,
  prepare: (place: MosquittoPlace) => Promise<unknown>,
): Promise<Mosquitto> {
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
  const launch = async () => {
    const child = spawn('/bin/sh', [script, place.folder, place.seenAs, user], {
      stdio: 'ignore',
      // a group of its own: the script and the broker it started die together
      detached: true,
      env: { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` },
    });
    // it does not outlive a test that is broken off
    const endIt = () => child.kill();
    process.once('exit', endIt);
    child.once('exit', () => process.off('exit', endIt));
    await untilOpen(place.serverPort);
    return child;
  };
  let child = await launch();
  return {
    deviceUrl: `mqtt://127.0.0.1:${place.devicePort}`,
    kill: () => end(child, () => process.kill(-(child.pid as number), 'SIGKILL')),
    async start() {
      child = await launch();
    },
    async stop() {
      await end(child, () => child.kill());
      await rm(base, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, ask: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  ask();
  await ended;
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
