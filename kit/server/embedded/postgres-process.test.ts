import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainOutput, stopLeftover } from './postgres-process.ts';

describe('what an earlier start left', () => {
  it('leaves no pid file behind when it dies without tidying up while it is waited for', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'coinyard-leftover-')));
    const leftover = spawn('sleep', ['600'], { cwd: folder, stdio: 'ignore' });
    try {
      await once(leftover, 'spawn');
      await writeFile(join(folder, 'postmaster.pid'), `${leftover.pid}\n${folder}\n`);
      await stopLeftover(folder, () => {});
      expect(await readdir(folder)).toEqual([]);
    } finally {
      leftover.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});

describe('the last words of PostgreSQL', () => {
  it.each([
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'diskFull'],
    [
      'postgres: error while loading shared libraries: libssl.so.1.1: cannot open',
      'databaseBinariesUnusable',
    ],
    ['FATAL:  data directory "/x" has invalid permissions', 'databaseFailed'],
  ])('%s means %s', (output, code) => {
    expect(explainOutput(output, '/data/postgres').code).toBe(code);
  });

  it('name the process that holds the folder', () => {
    const output = `FATAL:  lock file "postmaster.pid" already exists
HINT:  Is another postmaster (PID 4711) running in data directory "/x"?`;
    expect(explainOutput(output, '/x').problems).toEqual([
      { code: 'dataDirInUse', params: { path: '/x', pid: '4711' } },
    ]);
  });

  it('are quoted without the log prefix when nothing is known about them', () => {
    const output = '2026-01-01 00:00:00 UTC [7] FATAL:  invalid value for parameter "port": "x"';
    expect(explainOutput(output, '/x').en).toBe(
      'The bundled PostgreSQL did not start: invalid value for parameter "port": "x"',
    );
  });
});
