import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode, type StartupError, startupError } from '../startup-error.ts';
import type { SystemUser } from './postgres-user.ts';

export type LogLine = (line: string) => void;

export interface RunningPostgres {
  port: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;
const startAttempts = 5;

/** Messages are read by this code, so they must be English; PG* variables of the operator's shell do not apply. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
}

export async function launchPostgres(
  program: string,
  clusterDir: string,
  user: SystemUser | undefined,
  log: LogLine,
): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const outcome = await launchOnce(program, clusterDir, port, user, log);
    if ('child' in outcome) return { port, child: outcome.child, stop: () => stopChild(outcome.child) };
    const passing = /could not bind|in use by another|pre-existing shared memory block/i.test(outcome.output);
    if (!passing || attempt === startAttempts) throw explainOutput(outcome.output, clusterDir);
    await sleep(300 * attempt);
  }
}

async function launchOnce(
  program: string,
  clusterDir: string,
  port: number,
  user: SystemUser | undefined,
  log: LogLine,
): Promise<{ child: ChildProcess } | { output: string }> {
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const child = spawn(program, ['-D', clusterDir, '-p', String(port), ...settings], {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    // Its own session: Ctrl-C reaches the server alone, which closes its connections before it stops the database.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((done, fail) => {
    const lines: string[] = [];
    let ready = false;
    child.once('error', (error) => {
      fail(startupError('databaseBinariesUnusable', { reason: errorCode(error) ?? error.message }, error));
    });
    createInterface({ input: child.stderr! }).on('line', (line) => {
      log(line);
      if (ready) return;
      lines.push(line);
      if (line.includes('database system is ready to accept connections')) {
        ready = true;
        done({ child });
      }
    });
    child.once('close', () => done({ output: lines.join('\n') }));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('a TCP server has an address with a port');
  return address.port;
}

/** Turns the last words of initdb or postgres into one sentence for the operator. */
export function explainOutput(output: string, clusterDir: string): StartupError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return startupError('diskFull', { path: clusterDir }, new Error(output));
  }
  const holder = /lock file "postmaster\.pid" already exists[\s\S]*\(PID (\d+)\)/.exec(output);
  if (holder) return startupError('dataDirInUse', { path: clusterDir, pid: holder[1]! }, new Error(output));
  if (/error while loading shared libraries|cannot execute|Exec format error/i.test(output)) {
    return startupError('databaseBinariesUnusable', { reason: lastLine(output) }, new Error(output));
  }
  const worst = /(?:FATAL|PANIC|initdb: error|ERROR):\s*(.+)/.exec(output)?.[1] ?? lastLine(output);
  return startupError('databaseFailed', { reason: worst }, new Error(output));
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything is written, no recovery is needed later.
  child.kill('SIGINT');
  const escalate = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
  const force = setTimeout(() => child.kill('SIGKILL'), fastShutdownMs + immediateShutdownMs);
  await gone;
  clearTimeout(escalate);
  clearTimeout(force);
}

/**
 * A server killed with SIGKILL leaves its PostgreSQL running. The caller holds the data folder's lock, so whatever
 * still runs on it belongs to nobody: it is shut down cleanly, and a leftover pid file of a dead one is removed.
 */
export async function stopLeftover(clusterDir: string, log: LogLine): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => undefined);
  const pid = Number.parseInt(content ?? '', 10);
  if (!(pid > 1)) return;
  if (await isPostmasterOf(pid, clusterDir)) {
    log(`stopping process ${pid} left by an earlier start`);
    if (!(await endsWhenAsked(pid, clusterDir))) throw startupError('databaseStillRunning', { pid });
  }
  // One that was being killed while we looked leaves its file behind, and until its parent has taken notice of its
  // death PostgreSQL believes the number in there to be alive.
  await rm(pidFile, { force: true });
}

async function endsWhenAsked(pid: number, clusterDir: string): Promise<boolean> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    if (!sendSignal(pid, signal)) break;
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
      if (!(await isPostmasterOf(pid, clusterDir))) return true;
      await sleep(100);
    }
  }
  return !(await isPostmasterOf(pid, clusterDir));
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** A pid alone proves nothing, numbers are used again: the process must also work in this very folder. */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return workingFolder === clusterDir;
  }
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return ps?.stdout.includes(`-D ${clusterDir} `) ?? false;
}
