import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defineEvent } from '#kit/contract/event.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { attempt, type Database, openDatabase, type Tx } from '../database.ts';
import { afterCommit, announce, writeGathered } from '../gathered-writes.ts';
import { emit, startRelay } from '../outbox.ts';
import { cloneTemplate } from '../testing/harness.ts';

const topic = 'tenant:gathered';
let clone: Awaited<ReturnType<typeof cloneTemplate>>;
let db: Database;
let statements: string[] = [];
beforeAll(async () => {
  clone = await cloneTemplate();
  db = openDatabase(clone.url, { poolSize: 4, onStatement: (_connection, text) => statements.push(text) });
});
afterAll(async () => {
  await db.close();
  await clone.drop();
});

const say = (tx: Tx, word: string) => emit(tx, topic, defineEvent(word));
const told = async () =>
  (
    await db.raw<{ event: string }[]>`select event from outbox where topic = ${topic} order by created_at, id`
  ).map(({ event }) => event);

it('everything a transaction tells is written by one statement, in the order in which it was told', async () => {
  statements = [];
  await db.transaction(async (tx) => {
    for (const event of ['one', 'two', 'three']) await say(tx, event);
  });
  expect(statements.filter((text) => text.includes('"outbox"'))).toHaveLength(1);
  expect(await told()).toEqual(['one', 'two', 'three']);
});

it('what was told inside an attempt that failed is not told, what came before and after is', async () => {
  await db.transaction(async (tx) => {
    await say(tx, 'before');
    await expect(
      attempt(tx, async (inner) => {
        await say(inner, 'undone');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await attempt(tx, (inner) => say(inner, 'kept'));
    await say(tx, 'after');
  });
  expect((await told()).slice(-3)).toEqual(['before', 'kept', 'after']);
});

it('what was written early is not written again, and nothing of it is left when the transaction fails', async () => {
  const before = await told();
  await expect(
    db.transaction(async (tx) => {
      await say(tx, 'lost');
      await writeGathered(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await told()).toEqual(before);
  await db.transaction(async (tx) => {
    await say(tx, 'early');
    await writeGathered(tx);
    await say(tx, 'late');
  });
  expect(await told()).toEqual([...before, 'early', 'late']);
});

it('work for afterwards is done after commit, and only then', async () => {
  const done: string[] = [];
  const wake = vi.fn();
  const forget = db.onAnnounced('gathered_test', wake);
  await db.transaction(async (tx) => {
    afterCommit(tx, () => done.push('kept'));
    announce(tx, 'gathered_test');
    await attempt(tx, async (inner) => {
      afterCommit(inner, () => done.push('undone'));
      throw new Error('no');
    }).catch(() => undefined);
    expect(done).toEqual([]);
    expect(wake).not.toHaveBeenCalled();
  });
  expect(done).toEqual(['kept']);
  expect(wake).toHaveBeenCalledTimes(1);
  await db
    .transaction(async (tx) => {
      afterCommit(tx, () => done.push('never'));
      announce(tx, 'gathered_test');
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(done).toEqual(['kept']);
  expect(wake).toHaveBeenCalledTimes(1);
  forget();
});

it('other processes hear of a channel that nobody listens to here', async () => {
  const other = openDatabase(clone.url, { poolSize: 1 });
  const heard = vi.fn();
  await other.listen('gathered_other', heard);
  await db.transaction(async (tx) => announce(tx, 'gathered_other'));
  await expect.poll(() => heard.mock.calls.length, soon).toBe(1);
  await other.close();
});

it('two relays number every event once, from whichever server it came', async () => {
  const other = openDatabase(clone.url, { poolSize: 4 });
  const problems: unknown[] = [];
  const relays = await Promise.all(
    [db, other].map((each) => startRelay(each, (error) => problems.push(error))),
  );
  await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      (place % 2 ? db : other).transaction((tx) => say(tx, `race ${place}`)),
    ),
  );
  const seqs = async () =>
    (await db.raw<{ seq: string | null }[]>`select seq from outbox where topic = ${topic}`).map(
      ({ seq }) => seq,
    );
  await expect.poll(async () => (await seqs()).includes(null), { timeout: patient(15_000) }).toBe(false);
  const numbered = await seqs();
  expect(new Set(numbered).size).toBe(numbered.length);
  await Promise.all(relays.map((relay) => relay.stop()));
  await other.close();
  expect(problems).toEqual([]);
});
