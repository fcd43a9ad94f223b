import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceRoot } from '#app/server/source-root.ts';
import { clockAhead } from './clock.ts';

const readyLimitMs = 120_000;
const keptOutput = 4000;

/** One life of the server, as `npm start` runs it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly ready: Promise<void>;
  /** from its birth to its line `ready` */
  startMs = 0;
  #output = '';

  constructor(env: NodeJS.ProcessEnv, aheadMs: number) {
    const clock = clockAhead(aheadMs);
    const preload = clock.preload.flatMap((file) => ['--import', file]);
    this.#child = spawn(process.execPath, [...preload, 'app/server/main.ts'], {
      cwd: sourceRoot,
      env: { ...process.env, ...env, ...clock.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // it does not outlive a test that is broken off
    const endIt = () => this.#child.kill('SIGTERM');
    process.once('exit', endIt);
    this.#child.once('exit', () => process.off('exit', endIt));
    this.ready = this.#untilReady();
    // whoever kills it before it is ready does not wait for it
    this.ready.catch(() => undefined);
  }

  get output(): string {
    return this.#output;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Without warning. */
  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  #untilReady(): Promise<void> {
    const bornMs = performance.now();
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(this.#failure('was not ready in time')), readyLimitMs);
      const listen = (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput);
        if (!/^ready \S+$/m.test(this.#output)) return;
        this.startMs ||= performance.now() - bornMs;
        resolve();
      };
      this.#child.stdout?.setEncoding('utf8').on('data', listen);
      this.#child.stderr?.setEncoding('utf8').on('data', listen);
      this.#child.once('exit', () => {
        clearTimeout(limit);
        reject(this.#failure('ended'));
      });
      void once(this.#child, 'exit').then(() => clearTimeout(limit));
    });
  }

  #failure(what: string): Error {
    return new Error(`the server ${what}:\n${this.#output}`);
  }
}

/** Kills the database that the server started; it lives on as an orphan when only the server was killed. */
export async function killDatabase(dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, 'postgres'));
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
