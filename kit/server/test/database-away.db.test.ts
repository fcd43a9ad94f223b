import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type Tx } from '../database.ts';
import { awayIn } from '../database-away.ts';
import { cloneTemplate } from '../testing/harness.ts';
import { soon } from '../testing/patience.ts';
import { type ShakyLine, shakyLine } from '../testing/shaky-line.ts';

/** On a line that can be held up and cut. What people wait for here is short; what tests wait for is not. */
const waitMs = 300;
const endless = 600_000;

let clone: Awaited<ReturnType<typeof cloneTemplate>>;
let line: ShakyLine;
/** reaches the database past the line */
let straight: Database;
let db: Database;
let said: string[];

beforeAll(async () => {
  clone = await cloneTemplate();
  straight = openDatabase(clone.url, { poolSize: 2 });
  await straight.raw`create table note_on_line (word text primary key)`;
});
afterAll(async () => {
  await straight.close();
  await clone.drop();
});

async function open(options: { poolSize: number; waitMs: number; callMs?: number }): Promise<void> {
  said = [];
  const say = (...args: unknown[]) => void said.push(String(args.at(-1)));
  line = await shakyLine(clone.url);
  db = openDatabase(line.url, {
    poolSize: options.poolSize,
    patience: {
      waitMs: options.waitMs,
      callMs: options.callMs ?? endless,
      log: { error: say, warn: say } as never,
    },
  });
}

beforeEach(async () => {
  await straight.raw`delete from note_on_line`;
});
afterEach(async () => {
  line.release();
  await db.close();
  await line.stop();
});

const write = (tx: Tx, word: string) => tx.execute(sql`insert into note_on_line values (${word})`);
const words = async () =>
  (await straight.raw<{ word: string }[]>`select word from note_on_line order by word`).map(
    ({ word }) => word,
  );
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => awayIn(error)?.outcome ?? String(error),
  );

/** A transaction that stays open until it is told to go on. */
function held(work: (tx: Tx) => Promise<unknown>, after: (tx: Tx) => Promise<unknown> = async () => {}) {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const whole = db.transaction(async (tx) => {
    await work(tx);
    begun.resolve();
    await goOn.promise;
    await after(tx);
  });
  whole.catch(() => undefined);
  return { begun: begun.promise, goOn: goOn.resolve, whole };
}

describe('work that waits for a connection', () => {
  it('is refused in time, and is not done afterwards', async () => {
    await open({ poolSize: 1, waitMs });
    const long = held((tx) => write(tx, 'long'));
    await long.begun;
    expect(await outcome(db.transaction((tx) => write(tx, 'late')))).toBe('nothing');
    expect(await outcome(db.read.execute(sql`select 1`))).toBe('nothing');
    long.goOn();
    expect(await outcome(long.whole)).toBe('done');
    expect(await outcome(db.transaction((tx) => write(tx, 'next')))).toBe('done');
    expect(await words()).toEqual(['long', 'next']);
    expect(said).toEqual(['calls are refused because no database connection was free in time']);
  });

  it('is not begun for a caller who has gone', async () => {
    await open({ poolSize: 1, waitMs: endless });
    let isGone = false;
    const long = held((tx) => write(tx, 'long'));
    await long.begun;
    const late = outcome(db.forCaller(() => isGone).transaction((tx) => write(tx, 'late')));
    isGone = true;
    long.goOn();
    expect(await late).toBe('nothing');
    expect(await words()).toEqual(['long']);
  });

  it('waits for an open one where PostgreSQL takes no more', async () => {
    const name = new URL(clone.url).pathname.slice(1);
    await open({ poolSize: 10, waitMs: endless });
    await db.ping();
    // the two of the test, the one that watches, and two for the pool
    await straight.raw.unsafe(`alter database ${name} connection limit 5`);
    await Promise.all([straight.raw`select pg_sleep(0.01)`, straight.raw`select pg_sleep(0.01)`]);
    const calls = Array.from({ length: 60 }, (_, n) =>
      outcome(db.transaction((tx) => write(tx, String(n).padStart(2, '0')))),
    );
    const reads = Array.from({ length: 60 }, () => outcome(db.read.execute(sql`select 1`)));
    expect(new Set(await Promise.all([...calls, ...reads]))).toEqual(new Set(['done']));
    await straight.raw.unsafe(`alter database ${name} connection limit -1`);
    expect(await words()).toHaveLength(60);
    expect(said).toEqual(['PostgreSQL takes no more connections: work goes on with those that are open']);
  });
});

describe('a database that falls silent', () => {
  it('refuses who waits, undoes what was under way, and is said once', async () => {
    await open({ poolSize: 3, waitMs: endless });
    const under = held(
      (tx) => write(tx, 'under way'),
      (tx) => write(tx, 'and on'),
    );
    await under.begun;
    line.hold();
    const waiting = outcome(db.transaction((tx) => write(tx, 'waiting')));
    const reading = outcome(db.read.execute(sql`select 1`));
    expect(await Promise.all([waiting, reading, outcome(under.whole)])).toEqual([
      'nothing',
      'nothing',
      'nothing',
    ]);
    // from now on at once
    expect(await outcome(db.transaction((tx) => write(tx, 'too late')))).toBe('nothing');
    expect(await db.ping()).toBe(false);
    under.goOn();
    line.release();
    await expect.poll(() => said, soon).toEqual(['the database is away', 'the database is back']);
    expect(await outcome(db.transaction((tx) => write(tx, 'afterwards')))).toBe('done');
    expect(await db.ping()).toBe(true);
    expect(await words()).toEqual(['afterwards']);
  });

  it('does not know of a commit whose answer was lost', async () => {
    await open({ poolSize: 2, waitMs: endless });
    await db.ping();
    const lost = db.transaction(async (tx) => {
      await write(tx, 'perhaps');
      line.hold('answers');
    });
    expect(await outcome(lost)).toBe('unknown');
    await expect.poll(words, soon).toEqual(['perhaps']);
  });
});

describe('a database that is gone', () => {
  it('is asked again until it is there, and hears and tells as before', async () => {
    await open({ poolSize: 3, waitMs: endless });
    const heard: string[] = [];
    let connections = 0;
    await db.listen(
      'shaky',
      (payload) => heard.push(payload),
      () => {
        connections += 1;
      },
    );
    await line.close();
    expect(await outcome(db.transaction((tx) => write(tx, 'never')))).toBe('nothing');
    await expect.poll(() => said, soon).toEqual(['the database is away']);
    expect(await outcome(db.transaction((tx) => write(tx, 'never')))).toBe('nothing');
    await line.reopen();
    await expect.poll(() => connections, soon).toBe(2);
    await straight.raw.notify('shaky', 'again');
    await expect.poll(() => heard, soon).toEqual(['again']);
    expect(await outcome(db.transaction((tx) => write(tx, 'after')))).toBe('done');
    expect(await words()).toEqual(['after']);
    expect(said).toEqual(['the database is away', 'the database is back']);
  });

  it('is found again where the lines to it died without a word', async () => {
    await open({ poolSize: 2, waitMs: endless });
    const heard: string[] = [];
    await db.listen('shaky', (payload) => heard.push(payload));
    const under = held(
      (tx) => write(tx, 'under way'),
      (tx) => write(tx, 'and on'),
    );
    await under.begun;
    await db.read.execute(sql`select 'on the other connection'`);
    line.strand();
    const reading = outcome(db.read.execute(sql`select now()`));
    expect(await outcome(under.whole)).toBe('nothing');
    expect(await reading).toBe('nothing');
    await expect.poll(() => said, soon).toEqual(['the database is away', 'the database is back']);
    under.goOn();
    const both = [1, 2].map((n) => outcome(db.transaction((tx) => write(tx, `after ${n}`))));
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    await straight.raw.notify('shaky', 'again');
    await expect.poll(() => heard, soon).toEqual(['again']);
    expect(await words()).toEqual(['after 1', 'after 2']);
  });

  it('leaves nothing of a transaction that goes on without its connection', async () => {
    await open({ poolSize: 1, waitMs: endless });
    const tried = Promise.withResolvers<void>();
    const orphan = held(
      (tx) => write(tx, 'before the cut'),
      (tx) => write(tx, 'after the cut').finally(tried.resolve),
    );
    await orphan.begun;
    line.cut();
    expect(await outcome(orphan.whole)).toBe('nothing');
    // the one connection of the pool belongs to the next one now
    await expect.poll(() => outcome(db.read.execute(sql`select 1`)), soon).toBe('done');
    const next = held((tx) => write(tx, 'next'));
    await next.begun;
    orphan.goOn();
    await tried.promise;
    next.goOn();
    expect(await outcome(next.whole)).toBe('done');
    expect(await words()).toEqual(['next']);
  });
});

describe('a change for which somebody waits', () => {
  it('is undone when it takes too long, and does not hold up those behind it', async () => {
    await straight.raw`insert into note_on_line values ('locked')`;
    await open({ poolSize: 2, waitMs: endless, callMs: waitMs });
    const locking = held((tx) => tx.execute(sql`update note_on_line set word = 'mine'`));
    await locking.begun;
    const late = db
      .forCaller(() => false)
      .transaction((tx) => tx.execute(sql`update note_on_line set word = 'too late'`));
    expect(await outcome(late)).toBe('nothing');
    const waits = () => straight.raw`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`;
    await expect.poll(async () => (await waits()).length, soon).toBe(0);
    locking.goOn();
    expect(await outcome(locking.whole)).toBe('done');
    expect(await words()).toEqual(['mine']);
  });
});
