import { eq, sql } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { elsewhere, equals, oneOf, pageDeep, pageRows, search, since, until } from '../page-rows.ts';
import { type Scope, tenantScope } from '../scope.ts';
import { createdAtColumn, find, idColumn, insert, rows, tenantTable } from '../tables.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';

const parcels = tenantTable('test_parcel', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  weight: integer('weight').notNull(),
});

interface Input {
  current: number;
  size: number;
  sort?: 'name' | 'weight' | undefined;
  order?: 'asc' | 'desc' | undefined;
  name?: string;
  weight?: number;
  weights?: number[];
  from?: string;
  to?: string;
  hint?: string;
}

let server: TestServer;
const scope = tenantScope('910001');

const listOf = (input: Partial<Input>, of: Scope = scope) => {
  const reader = server.services.db.read;
  const parcel = rows(of, parcels);
  return pageRows(reader, { current: 1, size: 2, ...input } as Input, {
    from: () => reader.select({ name: parcel.name, weight: parcel.weight }).from(parcel).$dynamic(),
    filters: {
      name: search(parcel.name),
      weight: equals(parcel.weight),
      weights: oneOf(parcel.weight),
      from: since(parcel.createdAt),
      to: until(parcel.createdAt),
      hint: elsewhere,
    },
    sort: { name: parcel.name, weight: parcel.weight },
    usual: { by: 'name', order: 'asc' },
    tie: parcel.id,
  });
};
const names = async (input: Partial<Input>) =>
  (await listOf({ size: 50, ...input })).records.map(({ name }) => name);

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.services;
  await db.raw`create table test_parcel (tenant_id text not null, id uuid primary key, created_at timestamptz not null default now(),
    name text not null, weight int not null)`;
  const made = [
    ['anchor', 5, '2026-03-01T15:59:59Z'],
    ['bell', 5, '2026-03-01T16:00:00Z'],
    ['crane', 7, '2026-03-02T15:59:59Z'],
    ['100%', 9, '2026-03-02T16:00:00Z'],
  ] as const;
  await db.transaction(async (tx) => {
    for (const [name, weight, at] of made)
      await insert(tx, scope, parcels, { id: newId(), name, weight, createdAt: new Date(at) });
    await insert(tx, tenantScope('910002'), parcels, { id: newId(), name: 'foreign', weight: 5 });
  });
});
afterAll(() => server.close());

describe('a page of rows', () => {
  it('holds the rows of its window and how many there are in all', async () => {
    expect(await listOf({ current: 2 })).toEqual({
      records: [
        { name: 'bell', weight: 5 },
        { name: 'crane', weight: 7 },
      ],
      total: 4,
      size: 2,
      current: 2,
      pages: 2,
    });
  });

  it('is of the caller’s tenant and nobody else’s', async () => {
    expect((await listOf({}, tenantScope('910002'))).records).toEqual([{ name: 'foreign', weight: 5 }]);
  });

  it('filters by what is given; an empty text asks for nothing', async () => {
    expect(await names({ weight: 5 })).toEqual(['anchor', 'bell']);
    expect(await names({ weights: [7, 9] })).toEqual(['100%', 'crane']);
    expect(await names({ weights: [] })).toEqual([]);
    expect(await names({ name: 'B' })).toEqual(['bell']);
    expect(await names({ name: '%' })).toEqual(['100%']);
    expect(await names({ name: '', hint: 'whatever' })).toHaveLength(4);
  });

  it('takes a day from its beginning to its end where the machines stand', async () => {
    expect(await names({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['bell', 'crane']);
    expect(await names({ to: '2026-03-01' })).toEqual(['anchor']);
  });

  it('sorts by what was chosen, ascending unless told', async () => {
    expect(await names({ sort: 'weight', order: 'desc' })).toMatchObject([
      '100%',
      'crane',
      expect.any(String),
      expect.any(String),
    ]);
    expect((await names({ sort: 'weight' }))[3]).toBe('100%');
  });

  it('counts through joins what it shows through them', async () => {
    const reader = server.services.db.read;
    const parcel = rows(scope, parcels);
    const twin = reader
      .select({ weight: parcel.weight, twins: sql<number>`count(*)::int`.as('twins') })
      .from(parcel)
      .groupBy(parcel.weight)
      .as('twin');
    const page = await pageRows(
      reader,
      { current: 1, size: 1 },
      {
        from: () =>
          reader
            .select({ name: parcel.name, twins: twin.twins })
            .from(parcel)
            .innerJoin(twin, eq(twin.weight, parcel.weight))
            .$dynamic(),
        where: eq(twin.twins, 2),
        filters: {},
        sort: {},
        usual: [sql`${parcel.name} desc`],
        tie: parcel.id,
      },
    );
    expect(page).toMatchObject({ total: 2, records: [{ name: 'bell', twins: 2 }] });
  });

  it('counts what it is a list of alone, and with what is joined only when that is asked about', async () => {
    const reader = server.services.db.read;
    const parcel = rows(scope, parcels);
    const heavy = reader.select({ id: parcel.id }).from(parcel).where(eq(parcel.weight, 9)).as('heavy');
    const totalOf = async (input: { weight?: number; isHeavy?: boolean }) => {
      const page = await pageRows(
        reader,
        { current: 1, size: 1, ...input },
        {
          of: parcel,
          // drops three of the four, which nothing that is joined should: so the count tells which way it went
          from: () =>
            reader
              .select({ name: parcel.name })
              .from(parcel)
              .innerJoin(heavy, eq(heavy.id, parcel.id))
              .$dynamic(),
          filters: {
            weight: equals(parcel.weight),
            isHeavy: () => sql`${heavy.id} is not null`,
          },
          sort: {},
          usual: [sql`${parcel.name} desc`],
          tie: parcel.id,
        },
      );
      return page.total;
    };
    expect(await totalOf({})).toBe(4);
    expect(await totalOf({ weight: 5 })).toBe(2);
    expect(await totalOf({ isHeavy: true })).toBe(1);
  });
});

it('an `or` of the caller’s own words does not reach past the tenant', async () => {
  const found = await find(
    server.services.db.read,
    scope,
    parcels,
    () => sql`name = 'anchor' or name = 'foreign'`,
  );
  expect(found.map(({ name }) => name)).toEqual(['anchor']);
});

describe('a long list', () => {
  const deep = (input: Partial<Input> & { after?: string }) => {
    const reader = server.services.db.read;
    const parcel = rows(scope, parcels);
    const asked = { current: 1, size: 2, ...input } as Input & { after?: string };
    return pageDeep(reader, asked, {
      of: parcel,
      from: () =>
        reader.select({ id: parcel.id, name: parcel.name, weight: parcel.weight }).from(parcel).$dynamic(),
      filters: {
        name: search(parcel.name),
        weight: equals(parcel.weight),
        weights: oneOf(parcel.weight),
        from: since(parcel.createdAt),
        to: until(parcel.createdAt),
        hint: elsewhere,
      },
      sort: { name: parcel.name, weight: parcel.weight },
      usual: { by: 'name', order: 'asc' },
      tie: parcel.id,
    });
  };
  const walk = async (input: Partial<Input>) => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await deep({ ...input, ...(after && { after }) });
      expect(page.total).toBe((await listOf(input)).total);
      found.push(...page.records.map(({ name }) => name));
      after = page.next ?? undefined;
    } while (after);
    return found;
  };

  it('reads on behind its last row to the end, in any order and through any filter, as its pages do', async () => {
    const ways: Partial<Input>[] = [
      {},
      { sort: 'weight', order: 'desc' },
      { sort: 'weight', order: 'asc' },
      { sort: 'name', order: 'desc', from: '2026-03-01' },
    ];
    for (const way of ways) expect(await walk(way)).toEqual(await names(way));
    expect((await walk({})).length).toBeGreaterThan(3);
  });

  it('has nothing behind a row that is not its own', async () => {
    expect(await deep({ after: newId() })).toMatchObject({ records: [], next: null });
  });
});
