import { type ChildProcess, spawn } from 'node:child_process';
import { startProgram as serverProgram } from '#app/server/server-build.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import packageFile from '../package.json' with { type: 'json' };

export interface Running {
  url: string;
  /** from the start of the process to its `ready` line */
  seconds: number;
  stop(): Promise<void>;
}

const readyLimitMs = 120_000;

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}

/** Starts a program of this repository and waits for its line `ready <address>`. */
export function startProgram(
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
): Promise<Running> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...flags, path, ...args], {
    cwd: sourceRoot,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended(child);
  };
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      void stop();
      reject(new Error(`${path} was not ready after ${readyLimitMs / 1000} s`));
    }, readyLimitMs);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^ready (\S+)$/m.exec(output)?.[1];
      if (!url) return;
      clearTimeout(limit);
      resolve({ url, seconds: (performance.now() - startedMs) / 1000, stop });
    });
    child.once('error', reject);
    child.once('exit', (status) => {
      clearTimeout(limit);
      reject(new Error(`${path} ended with status ${status} before it was ready\n${output}`));
    });
  });
}

/** `node <flags> app/server/start.mjs`, as package.json has it */
const startFlags = (packageFile.scripts.start.match(/--\S+/g) ?? []) as string[];

/** The server as `npm start` runs it, on a free port and with data of its own. */
export const startServer = (
  dataDir: string,
  { devices = false, env = {} }: { devices?: boolean; env?: NodeJS.ProcessEnv } = {},
) =>
  startProgram(
    serverProgram,
    [],
    {
      PORT: '0',
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      // a fleet of sixty would take part of every measure of speed
      DEMO_DEVICES: devices ? '1' : '0',
      DEMO_CUSTOMERS: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      MQTT_URL: '',
      ...env,
    },
    startFlags,
  );
