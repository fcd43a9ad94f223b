import { text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineEvent } from '#kit/contract/event.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditEntries } from '../audit.ts';
import { add, change, drop, subjectOf } from '../change.ts';
import type { StaffContext } from '../context.ts';
import { demoTenants } from '../demo.ts';
import { outbox, tenantTopic, told } from '../outbox.ts';
import { tenantScope } from '../scope.ts';
import { find, idColumn, instantColumn, tenantTable } from '../tables.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';

const lockers = tenantTable('test_locker', {
  id: idColumn(),
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  colour: text('colour').notNull(),
});
const lockerChanged = defineEvent<{ id: string }>('locker.changed');
const locker = subjectOf(lockers, {
  entity: 'locker',
  label: ({ name }) => name,
  alive: { removedAt: null },
  unlogged: ['removedAt'],
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), lockerChanged, { id })],
  taken: {
    test_locker_name: { field: 'name', key: 'gifts:error.nameTaken' },
    test_locker_colour: { key: 'gifts:error.nameTaken' },
  },
});

const tenantId = demoTenants.merchant;
let server: TestServer;
let context: StaffContext;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  const { services } = server;
  await services.db
    .raw`create table test_locker (tenant_id text not null, id uuid primary key, removed_at timestamptz,
    name text not null constraint test_locker_name unique, colour text not null constraint test_locker_colour unique)`;
  context = {
    session: { userId: newId(), tenantId, account: 'tester', name: 'Tester', scope: tenantScope(tenantId) },
    db: services.db,
    services,
    clock: services.clock,
    address: '127.0.0.1',
  } as unknown as StaffContext;
});
beforeEach(async () => {
  await server.services.db.raw`delete from test_locker`;
  ({ id } = await add(context, locker, { action: 'lockers.create' }, { name: 'A', colour: 'red' }));
});
afterAll(() => server.close());

const linesOf = async (action: string) =>
  (await find(server.services.db.read, tenantScope(tenantId), auditEntries, { action, entityId: id })).map(
    ({ label, before, after }) => ({ label, before, after }),
  );
const events = async () =>
  (await server.services.db.read.select({ event: outbox.event, data: outbox.data }).from(outbox)).filter(
    ({ event, data }) => event === 'locker.changed' && data.id === id,
  ).length;

describe('a change', () => {
  it('is written, logged as a difference and told, all in one', async () => {
    const before = await events();
    const row = await change(context, locker, { id, action: 'lockers.paint' }, () => ({ colour: 'blue' }));
    expect(row).toMatchObject({ name: 'A', colour: 'blue' });
    expect(await linesOf('lockers.paint')).toEqual([
      { label: 'A', before: { colour: 'red' }, after: { colour: 'blue' } },
    ]);
    expect((await events()) - before).toBe(1);
  });

  it('is logged with what stands in other rows, before and after, and without what says nothing', async () => {
    const moved = { was: { place: 'cellar' }, note: { place: 'attic' } };
    await change(context, locker, { id, action: 'lockers.move', ...moved }, () => ({
      colour: 'blue',
      removedAt: new Date(),
    }));
    expect(await linesOf('lockers.move')).toEqual([
      { label: 'A', before: { colour: 'red', place: 'cellar' }, after: { colour: 'blue', place: 'attic' } },
    ]);
  });

  it('leaves nothing behind when the work refuses', async () => {
    const refused = change(context, locker, { id, action: 'lockers.fail' }, () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await linesOf('lockers.fail')).toEqual([]);
  });

  it('of something that is not there, not alive or another tenant’s is missing', async () => {
    const to = (of: StaffContext, which: string) =>
      change(of, locker, { id: which, action: 'lockers.paint' }, () => ({ colour: 'green' }));
    const foreign = { ...context, session: { ...context.session, scope: tenantScope('999999') } };
    await expect(to(context, newId())).rejects.toMatchObject({ kind: 'missing' });
    await expect(to(foreign, id)).rejects.toMatchObject({ kind: 'missing' });
    await drop(context, locker, { ids: [id], action: 'lockers.remove', set: { removedAt: new Date() } });
    await expect(to(context, id)).rejects.toMatchObject({ kind: 'missing' });
  });

  it('to a name that is taken is refused at the field it belongs to', async () => {
    const other = await add(context, locker, { action: 'lockers.create' }, { name: 'B', colour: 'blue' });
    const named = change(context, locker, { id: other.id, action: 'lockers.name' }, () => ({ name: 'A' }));
    await expect(named).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'name', params: { name: 'A' } }],
    });
    const painted = add(context, locker, { action: 'lockers.create' }, { name: 'C', colour: 'red' });
    await expect(painted).rejects.toMatchObject({ kind: 'conflict', params: { colour: 'red' } });
  });

  it('runs after one that is under way, on what that one left', async () => {
    const longer = (colour: string) =>
      change(context, locker, { id, action: 'lockers.paint' }, (row) => ({
        colour: `${row.colour}+${colour}`,
      }));
    await Promise.all([longer('a'), longer('b')]);
    const [row] = await find(server.services.db.read, tenantScope(tenantId), lockers, { id });
    expect(row?.colour.split('+').toSorted()).toEqual(['a', 'b', 'red']);
  });
});

describe('taking away', () => {
  it('asks first, and all or none go', async () => {
    const refused = drop(context, locker, { ids: [id], action: 'lockers.remove' }, () => {
      throw new Error('in use');
    });
    await expect(refused).rejects.toThrow('in use');
    await expect(
      drop(context, locker, { ids: [id, newId()], action: 'lockers.remove' }),
    ).rejects.toMatchObject({
      kind: 'missing',
    });
    expect(await drop(context, locker, { ids: [id], action: 'lockers.remove' })).toHaveLength(1);
    expect(await find(server.services.db.read, tenantScope(tenantId), lockers, { id })).toEqual([]);
    expect(await linesOf('lockers.remove')).toMatchObject([
      { label: 'A', before: { name: 'A' }, after: null },
    ]);
  });
});
