import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '#kit/server/database.ts';

const run = promisify(execFile);

const runSeconds = 3;
const tellersPerBranch = 10;
const accountsPerBranch = 100_000;

export interface TpcB {
  /** which program sends the transactions */
  by: string;
  /** transactions a second, as many at a time as there are branches */
  play(): Promise<number>;
  close(): Promise<void>;
}

/**
 * What PostgreSQL on this machine does at most of something like a payment: three balances move, one is read, a line is
 * written. Sent by pgbench where it is installed, else by a loop of ours with the same five statements.
 */
export async function prepareTpcB(url: string, branches: number): Promise<TpcB> {
  const found = await run('pgbench', ['--version']).catch(() => undefined);
  return found ? byPgbench(url, branches) : byLoop(url, branches);
}

async function byPgbench(url: string, branches: number): Promise<TpcB> {
  await run('pgbench', ['-i', '-q', '-s', String(branches), url]);
  const args = ['-n', '-M', 'prepared', '-c', String(branches), '-j', '1', '-T', String(runSeconds), url];
  return {
    by: 'pgbench',
    async play() {
      const { stdout } = await run('pgbench', args);
      const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (!tps) throw new Error(`pgbench did not say how fast it was:\n${stdout}`);
      return Number(tps);
    },
    close: async () => {},
  };
}

async function byLoop(url: string, branches: number): Promise<TpcB> {
  const db = openDatabase(url, { poolSize: branches });
  await db.raw.unsafe(`
    create table pgbench_branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int not null, filler char(84));
    create table pgbench_accounts (aid int primary key, bid int, abalance int not null, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0 from generate_series(1, ${branches}) n;
    insert into pgbench_tellers select n, (n - 1) / ${tellersPerBranch} + 1, 0
      from generate_series(1, ${branches * tellersPerBranch}) n;
    insert into pgbench_accounts select n, (n - 1) / ${accountsPerBranch} + 1, 0
      from generate_series(1, ${branches * accountsPerBranch}) n;`);
  return {
    by: 'a loop of ours',
    async play() {
      const untilMs = performance.now() + runSeconds * 1000;
      let done = 0;
      await Promise.all(
        Array.from({ length: branches }, async () => {
          for (; performance.now() < untilMs; done++) await transact(db, branches);
        }),
      );
      return done / runSeconds;
    },
    close: () => db.close(),
  };
}

const oneOf = (count: number) => 1 + Math.floor(Math.random() * count);

function transact({ raw }: Database, branches: number): Promise<unknown> {
  const aid = oneOf(branches * accountsPerBranch);
  const [tid, bid, delta] = [oneOf(branches * tellersPerBranch), oneOf(branches), oneOf(10_000) - 5000];
  return raw.begin(async (tx) => {
    await tx`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`;
    await tx`select abalance from pgbench_accounts where aid = ${aid}`;
    await tx`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`;
    await tx`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`;
    await tx`insert into pgbench_history (tid, bid, aid, delta, mtime)
      values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`;
  });
}
