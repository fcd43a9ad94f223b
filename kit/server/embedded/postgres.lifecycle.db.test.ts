import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';
import { backUpDataDir } from './postgres-backup.ts';
import { systemFolder } from './postgres-binaries.ts';

const settings = { fsync: 'off', shared_buffers: '16MB' };
const cleanUps: (() => Promise<unknown>)[] = [];
let dataDir: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-pg-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  dataDir = join(folder, 'data');
  // the database user of a root test run must be able to enter the folder that mkdtemp closed
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, settings });
  cleanUps.push(() => database.stop());
  return database;
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(text))] as T[];
  } finally {
    await sql.end();
  }
}

async function startInOtherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('./postgres.ts', import.meta.url).href;
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {},
      settings: ${JSON.stringify(settings)} });
    console.log(database.url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    // starting once more ends whatever the killed process left behind
    await (await start()).stop();
  });
  const [url] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { child, url };
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

describe('the embedded PostgreSQL', () => {
  it('is PostgreSQL 18 in UTF-8, with an application role that is no superuser but may create databases', async () => {
    const { url } = await start();
    const [facts] = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
        current_setting('max_connections') as connections, rolsuper, rolcreatedb
        from pg_roles where rolname = current_user`,
    );
    expect(facts).toEqual({
      major: 18,
      encoding: 'UTF8',
      connections: '200',
      rolsuper: false,
      rolcreatedb: true,
    });
    await query(url, 'create database scratch template template0');
  });

  it('demands a password and keeps its files to their owner', async () => {
    const { url } = await start();
    const wrong = url.replace(/:[^:@/]+@/, ':guess@');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres.url'))).mode & 0o777).toBe(0o600);
  });

  it('keeps its data over a stop and a start', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as value');
    await first.stop();
    const lines: string[] = [];
    const second = await start((line) => lines.push(line));
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 42 }]);
    expect(lines.join('\n')).not.toContain('not properly shut down');
  });

  it('begins again after a first start that was interrupted', async () => {
    await mkdir(join(dataDir, 'postgres.new'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(lstat(join(dataDir, 'postgres.new'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a backup of a running server', () => {
  it('is a complete data folder with what was committed before it, even under writes', async () => {
    const running = await start();
    await query(running.url, 'create table kept as select 42 as value; create table busy (value int)');
    await writeFile(join(dataDir, 'secrets.json'), '{}', { mode: 0o600 });
    await mkdir(join(dataDir, 'files'));
    await writeFile(join(dataDir, 'files', 'a.png'), 'picture');
    const target = join(dirname(dataDir), 'backup');
    const writer = query(running.url, 'insert into busy select * from generate_series(1, 300000)');
    await backUpDataDir(dataDir, target);
    await writer;
    await running.stop();

    dataDir = target;
    const restored = await start();
    expect(await query(restored.url, 'select value from kept')).toEqual([{ value: 42 }]);
    expect(await query(restored.url, 'select count(distinct value) = count(*) as whole from busy')).toEqual([
      { whole: true },
    ]);
    expect(await readFile(join(target, 'files', 'a.png'), 'utf8')).toBe('picture');
    expect((await stat(join(target, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('can be copied back by any user that may start the server', async () => {
    await (await start()).stop();
    const copy = join(dirname(dataDir), 'copy');
    await cp(dataDir, copy, { recursive: true });
    dataDir = copy;
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused when no server runs, and into a folder that is not empty', async () => {
    const running = await start();
    await expect(backUpDataDir(dataDir, dataDir)).rejects.toMatchObject({ code: 'backupTargetNotEmpty' });
    await running.stop();
    await expect(backUpDataDir(dataDir, `${dataDir}-copy`)).rejects.toMatchObject({
      code: 'backupNotRunning',
    });
  });
});

describe('two servers on one data folder', () => {
  it('the second is refused with the number of the first, which goes on working', async () => {
    const { child, url } = await startInOtherProcess();
    await expect(start()).rejects.toMatchObject({
      code: 'dataDirInUse',
      problems: [{ params: { pid: String(child.pid) } }],
    });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after a server was killed', () => {
  it('its orphaned PostgreSQL is shut down and committed data is there', async () => {
    const { child, url } = await startInOtherProcess();
    await query(url, 'create table kept as select 42 as value');
    const orphan = await postmasterPid();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await query(url, 'select value from kept')).toEqual([{ value: 42 }]);
    const next = await start();
    expect(await postmasterPid()).not.toBe(orphan);
    await expect(query(url, 'select 1')).rejects.toThrow();
    expect(await query(next.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('together with its PostgreSQL, recovery runs and committed data is there', async () => {
    const { child, url } = await startInOtherProcess();
    await query(url, 'create table kept as select 42 as value');
    const orphan = await postmasterPid();
    child.kill('SIGKILL');
    process.kill(orphan, 'SIGKILL');
    await once(child, 'exit');
    const next = await start();
    expect(await query(next.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('a pid file that names a stranger is no obstacle, and the stranger lives on', async () => {
    await (await start()).stop();
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    cleanUps.push(async () => stranger.kill('SIGKILL'));
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${stranger.pid}\n${dataDir}/postgres\n`);
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });
});

describe('a data folder that can not be used', () => {
  it('of another PostgreSQL version is refused', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toMatchObject({
      code: 'databaseVersion',
      problems: [{ params: { found: '15', expected: 18 } }],
    });
  });

  it('without its password file is refused', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres.json'));
    await expect(start()).rejects.toMatchObject({ code: 'databasePasswordMissing' });
  });

  it('with a foreign folder in the database place is refused', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await expect(start()).rejects.toMatchObject({ code: 'databaseIncomplete' });
  });
});

const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)(`a folder that only root can enter${isRoot ? '' : ' (skipped: not root)'}`, () => {
  it('holds a link to a database elsewhere, which starts again with its data', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    const first = await start();
    const place = await readlink(join(dataDir, 'postgres'));
    cleanUps.unshift(() => rm(place, { recursive: true, force: true }));
    expect(dirname(place)).toBe(systemFolder);
    await query(first.url, 'create table kept as select 42 as value');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('still starts a database that was made before the folder was closed', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as value');
    await first.stop();
    await chmod(dataDir, 0o700);
    const second = await start();
    const place = await readlink(join(dataDir, 'postgres'));
    cleanUps.unshift(() => rm(place, { recursive: true, force: true }));
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });
});
