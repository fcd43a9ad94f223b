import { and, eq, exists, inArray, or, type SQL, type Subquery, sql } from 'drizzle-orm';
import { integer, QueryBuilder, text } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { isOnlyAbout } from './only-about.ts';
import { equals, matching, oneOf, search, since } from './page-rows.ts';
import { tenantScope } from './scope.ts';
import { createdAtColumn, idColumn, rows, tenantTable } from './tables.ts';

const scope = tenantScope('910001');
const made = (name: string) =>
  rows(
    scope,
    tenantTable(name, {
      id: idColumn(),
      createdAt: createdAtColumn(),
      name: text('name').notNull(),
      weight: integer('weight').notNull(),
    }),
  );
const parcel = made('some_parcel');
const van = made('some_van');
const builder = new QueryBuilder();
const alike = builder
  .select({ weight: parcel.weight, twins: sql<number>`count(*)::int`.as('twins') })
  .from(parcel)
  .groupBy(parcel.weight)
  .as('alike');
const isAlone = (where: SQL | undefined, of: unknown = parcel) => isOnlyAbout(of as Subquery, where);

describe('a condition is about one list alone', () => {
  it('when it says nothing, or compares its own columns with values', () => {
    expect(isAlone(undefined)).toBe(true);
    const input = { name: 'a', weight: 3, weights: [1, 2], from: '2026-03-01' };
    const rules = {
      name: search(parcel.name),
      weight: equals(parcel.weight),
      weights: oneOf(parcel.weight),
      from: since(parcel.createdAt),
    };
    expect(isAlone(matching(input, rules))).toBe(true);
    expect(isAlone(eq(alike.twins, 2), alike)).toBe(true);
  });

  it('whatever stands in its texts and values', () => {
    expect(isAlone(sql`${parcel.name} = 'select "some_van"."name"'`)).toBe(true);
    expect(isAlone(eq(parcel.name, 'select "some_van".'))).toBe(true);
  });

  it('and not when a part of it is about another', () => {
    expect(isAlone(and(eq(parcel.weight, 1), or(eq(parcel.name, 'a'), eq(van.name, 'b'))))).toBe(false);
    expect(isAlone(sql`${parcel.weight} > ${van.weight}`)).toBe(false);
    // Drizzle writes it as "twins", without saying whose it is
    expect(isAlone(eq(alike.twins, 2))).toBe(false);
  });

  it('and not when it has a subquery', () => {
    const heavy = builder.select({ id: parcel.id }).from(parcel).where(eq(parcel.weight, 9));
    expect(isAlone(inArray(parcel.id, heavy))).toBe(false);
    expect(isAlone(exists(heavy))).toBe(false);
    expect(isAlone(sql`exists (select 1 from ${van})`)).toBe(false);
  });
});
