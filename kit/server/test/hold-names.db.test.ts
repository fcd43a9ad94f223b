import { inArray } from 'drizzle-orm';
import { integer, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, type Tx } from '../database.ts';
import { holdName, holdNames, nameText, shareName } from '../hold-names.ts';
import { tenantScope } from '../scope.ts';
import { find, idColumn, insert, tenantTable } from '../tables.ts';
import { cloneTemplate } from '../testing/harness.ts';
import { soon } from '../testing/patience.ts';

const scope = tenantScope('910001');
const boxes = tenantTable('test_box', { id: idColumn(), place: integer('place') });
const keys = tenantTable('test_key', { boxId: uuid('box_id').notNull(), place: integer('place') });
/** in the order of ids, and stored the other way round */
const [first, second] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

let clone: Awaited<ReturnType<typeof cloneTemplate>>;
let db: Database;
beforeAll(async () => {
  clone = await cloneTemplate();
  db = openDatabase(clone.url, { poolSize: 4 });
  await db.raw`create table test_box (tenant_id text not null, id uuid primary key, place integer)`;
  await db.raw`create table test_key (tenant_id text not null, box_id uuid primary key, place integer)`;
  await db.transaction(async (tx) => {
    await insert(tx, scope, boxes, [{ id: second }, { id: first }]);
    await insert(tx, scope, keys, [{ boxId: second }, { boxId: first }]);
  });
});
afterAll(async () => {
  await db.close();
  await clone.drop();
});

const waiting = async () =>
  (
    await db.raw`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`
  ).length;

/** One transaction has the first and then wants the second; another wants both, beginning with the second. */
async function meet(
  hold: (tx: Tx, id: string) => Promise<unknown>,
  both: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const done: string[] = [];
  let other: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    done.push('begins');
    await hold(tx, first);
    other = db.transaction(async (inner) => {
      done.push('the other begins');
      await both(inner);
      done.push('the other has both');
    });
    await expect.poll(waiting, soon).toBe(1);
    await hold(tx, second);
    done.push('has both');
  });
  await other;
  return done;
}
/** nobody began again, as the loser of a deadlock does */
const oneAfterTheOther = ['begins', 'the other begins', 'has both', 'the other has both'];

it('several names are held in one order, whatever order they are asked for in', async () => {
  const asked = await meet(
    (tx, id) => holdName(tx, 'shares of order', '910001', id),
    (tx) =>
      holdNames(tx, 'shares of order', [
        ['910001', second],
        ['910001', first],
        ['910001', second],
      ]),
  );
  expect(asked).toEqual(oneAfterTheOther);
});

it('rows are held in one order, by their id or by the ids that they are known by', async () => {
  const two = [second, first];
  const ofBoxes = await meet(
    (tx, id) => find(tx, scope, boxes, { id }, 'update'),
    (tx) => find(tx, scope, boxes, ({ id }) => inArray(id, two), 'update'),
  );
  expect(ofBoxes).toEqual(oneAfterTheOther);
  const ofKeys = await meet(
    (tx, boxId) => find(tx, scope, keys, { boxId }, 'update'),
    (tx) => find(tx, scope, keys, ({ boxId }) => inArray(boxId, two), 'update'),
  );
  expect(ofKeys).toEqual(oneAfterTheOther);
});

it('a name of another kind, or with other parts, is free; a shared name lets others share it', async () => {
  await db.transaction(async (tx) => {
    await holdName(tx, 'money', '910001');
    await shareName(tx, 'wallet in use', '910001', first);
    await db.transaction(async (other) => {
      await other.execute(`set local lock_timeout = '1ms'`);
      await holdName(other, 'money', '910002');
      await holdName(other, 'allowance', '910001', first);
      await shareName(other, 'wallet in use', '910001', first);
    });
    const held = db.transaction(async (other) => {
      await other.execute(`set local lock_timeout = '1ms'`);
      await holdName(other, 'wallet in use', '910001', first);
    });
    await expect(held).rejects.toMatchObject({ code: '55P03' });
  });
});

it('names of different parts are different texts', () => {
  expect(nameText('payout', ['1', '2,3'])).not.toBe(nameText('payout', ['1,2', '3']));
  expect(nameText('payout', ['1', 'a","b'])).not.toBe(nameText('payout', ['1","a', 'b']));
});
