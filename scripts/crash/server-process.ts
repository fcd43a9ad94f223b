import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '#app/server/server-build.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { patient } from '#kit/server/testing/speed.ts';
import type { Random } from '#simulators/devices/random.ts';
import { clockAhead } from './clock.ts';

const readyLimitMs = patient(120_000);
const keptOutput = 4000;
const shortestLifeMs = 100;
/** before it is ready */
const youngDeaths = 0.12;
const youngestDeathMs = 3000;

/** A demo without machines and pages of its own, which says nothing but what is wrong. */
export const serverSettings = {
  HOST: '127.0.0.1',
  DEMO: '1',
  DEMO_DEVICES: '0',
  DEMO_DAYS: '7',
  COINYARD_WEB: 'none',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
};

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
    this.#child = spawn(process.execPath, [...preload, startProgram], {
      cwd: sourceRoot,
      env: { ...process.env, ...env, ...clock.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // it does not outlive a test that is broken off
    const endIt = () => this.#child.kill('SIGTERM');
    process.once('exit', endIt);
    this.#child.once('exit', () => process.off('exit', endIt));
    this.ready = this.#untilReady();
    // a test that kills it before it is ready does not wait for it
    this.ready.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves at the moment of its death, most often some time after it was ready. */
  async liveOn(random: Random, meanLifeMs: number): Promise<void> {
    if (random.chance(youngDeaths)) await Promise.race([this.ready, sleep(random.next() * youngestDeathMs)]);
    else {
      await this.ready;
      await sleep(shortestLifeMs + random.exponential(Math.max(meanLifeMs, this.startMs)));
    }
    this.requireLife();
  }

  requireLife(): void {
    if (!this.isAlive) throw this.#failure('ended by itself');
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
