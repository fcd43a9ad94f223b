import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { startProgram } from '#app/server/server-build.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { passingFolder } from '#kit/server/testing/passing-folder.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { recordVariable } from './record-calls.ts';

export interface ServerProcess {
  url: string;
  /** everything the server has printed so far */
  output(): string;
  stop(): Promise<void>;
}

/** Covers a first build of server and pages and a first start of the database on a slow machine. */
const startLimitMs = patient(240_000);
const stopLimitMs = patient(30_000);

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => fail('is not ready in time'), startLimitMs);
    const done = () => {
      clearTimeout(limit);
      child.off('exit', onExit);
      child.stdout?.off('data', onData);
    };
    const fail = (why: string) => {
      done();
      reject(new Error(`the server ${why}\n${output()}`));
    };
    const onExit = (code: number | null) => fail(`ended with ${code}`);
    const onData = () => {
      const url = /^ready (http\S+)$/m.exec(output())?.[1];
      if (!url) return;
      done();
      resolve(url);
    };
    child.on('exit', onExit);
    child.stdout?.on('data', onData);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(limit);
}

/** The real program in a process and a data folder of its own, on a port that the system chooses. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await passingFolder('coinyard-e2e-');
  const recorder = env[recordVariable] ? ['--import', './e2e/support/record-calls.ts'] : [];
  const child = spawn(process.execPath, [...recorder, startProgram], {
    cwd: sourceRoot,
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DAYS: '7',
      // what journeys count must not move by itself
      DEMO_CUSTOMERS: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      printed += part;
    });
  }
  const output = () => printed;
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await readyUrl(child, output), output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
