import { eq, sql } from 'drizzle-orm';
import { text, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import type { Reader, Tx } from '../database.ts';
import { findOwn, insertOwn, ownRows, removeOwn, updateOwn } from '../player-tables.ts';
import { playerScope, tenantScope } from '../scope.ts';
import { idColumn, playerTable, rows, tenantTable } from '../tables.ts';

const badges = playerTable('badge', { id: idColumn(), name: text('name') });
const visits = tenantTable('visit', { id: idColumn(), playerId: uuid('player_id'), name: text('name') });
const sites = tenantTable('site', { id: idColumn(), name: text('name') });
// never connected: only the SQL is looked at
const orm = drizzle(postgres('postgres://nobody@127.0.0.1:1/none'));
const mine = playerScope('p1');

/** Stands in for a connection and keeps what it was asked. */
function listening() {
  const asked: { text: string; parameters: unknown[] }[] = [];
  const client = {
    unsafe: (statement: string, parameters: unknown[]) => {
      asked.push({ text: statement, parameters });
      return { values: () => ({ execute: async () => [] }) };
    },
  };
  return { asked, connection: { _: { session: { client } } } as unknown as Tx & Reader };
}

it('does not type-check without the player', () => {
  // never run: the compiler is what is tested
  const refused = [
    // @ts-expect-error a table of players can not be read bare
    () => orm.select().from(badges),
    // @ts-expect-error nor with a merchant's scope
    () => rows(tenantScope('100002'), badges),
    // @ts-expect-error nor may a player reach a tenant table that says nothing of players
    () => ownRows(mine, sites),
    // @ts-expect-error nor does a merchant's scope stand for a player's
    () => ownRows(tenantScope('100002'), visits),
  ];
  expect(refused).toHaveLength(4);
});

it('adds the player to what is selected and joined, of own tables and of tenants', () => {
  const badge = ownRows(mine, badges);
  const visit = ownRows(mine, visits);
  const { sql: statement, params } = orm
    .select()
    .from(badge)
    .innerJoin(visit, eq(visit.name, badge.name))
    .toSQL();
  expect(statement).toContain('where "badge"."player_id" = $1');
  expect(statement).toContain('where "visit"."player_id" = $2');
  expect(params).toEqual(['p1', 'p1']);
});

it('adds the player to every statement about rows, whatever else is asked', async () => {
  const { asked, connection } = listening();
  await findOwn(connection, mine, visits, { id: 'v1' });
  await findOwn(connection, mine, badges, () => sql`true or true`);
  await updateOwn(connection, mine, badges, { id: 'b1' }, { name: 'x' });
  await removeOwn(connection, mine, badges, { id: 'b1' });
  expect(asked.map(({ text: statement }) => / where .*/.exec(statement)?.[0])).toEqual([
    ' where "player_id" = $1 and "id" = $2',
    ' where "player_id" = $1 and (true or true)',
    expect.stringContaining(' where "player_id" = $2 and "id" = $3'),
    expect.stringContaining(' where "player_id" = $1 and "id" = $2'),
  ]);
});

it("writes rows as the player's own, whatever the values say", async () => {
  const { asked, connection } = listening();
  await insertOwn(connection, mine, badges, { id: 'b1', playerId: 'p2' } as never);
  expect(asked[0]?.parameters).toEqual(expect.arrayContaining(['p1']));
  expect(asked[0]?.parameters).not.toContain('p2');
});
