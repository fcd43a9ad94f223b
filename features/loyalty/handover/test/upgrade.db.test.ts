import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { cloneTemplate } from '#kit/server/testing/harness.ts';

let empty: Awaited<ReturnType<typeof cloneTemplate>>;
let db: Database;
beforeAll(async () => {
  empty = await cloneTemplate('template0');
  db = openDatabase(empty.url, { poolSize: 1 });
  const before = readMigrations(sourceRoot).filter(({ name }) => name < 'm0005-handover.sql');
  await migrate(db, before);
});
afterAll(async () => {
  await db.close();
  await empty.drop();
});

it('exchanges and sales of before become one, with their codes, their times and their lines; so do rights', async () => {
  const { raw } = db;
  const [tenant_id, site_id, player_id] = ['100001', newId(), newId()];
  const [exchange, waiting, unpaid, given, refunding] = [newId(), newId(), newId(), newId(), newId()];
  const [good_id, variant_id, store_id] = [newId(), newId(), newId()];
  const until = '2026-12-24T10:00:00.000Z';
  // players, goods and orders stand elsewhere: what they are is not asked here
  await raw.unsafe(`do $$ declare foreign_key record; begin
    for foreign_key in select conrelid::regclass as owner, conname as name from pg_constraint where contype = 'f'
      and conrelid in ('exchange_order'::regclass, 'exchange_line'::regclass, 'exchange_setting'::regclass,
        'shop_order'::regclass, 'shop_order_line'::regclass, 'role'::regclass)
    loop execute format('alter table %s drop constraint %I', foreign_key.owner, foreign_key.name); end loop;
  end $$`);
  const old = { tenant_id, site_id, player_id, day: '2026-11-18', pieces: 2 };
  await raw`insert into exchange_order ${raw({
    ...{ ...old, id: exchange, number: 'DH1', way: 'pickup', state: 'ready', goods: 'cup ×2' },
    ...{ points: 20, tickets: 0, amount_fen: 600, point_transfer_id: newId(), code_hash: 'hash of exchange' },
  })}`;
  await raw`insert into exchange_line ${raw({
    ...{
      tenant_id,
      id: newId(),
      order_id: exchange,
      good_id,
      variant_id,
      good_name: 'cup',
      variant_name: '',
    },
    ...{ pieces: 2, price_points: 10, price_tickets: 0, price_fen: 300 },
  })}`;
  const sale = (order_id: string, more: object) => ({
    ...{
      ...old,
      order_id,
      store_id,
      title: 'bag × 2',
      amount_fen: 1900,
      from_cart: false,
      delivery: 'pickUp',
    },
    ...more,
  });
  const paid = { order_number: '77', paid_at: until };
  const receiver = JSON.stringify({ name: 'Lin', phone: '139', region: 'Shanghai', street: 'Road 1' });
  for (const row of [
    sale(waiting, { ...paid, state: 'waiting', code_hash: 'hash of sale', waits_until: until }),
    sale(unpaid, { state: 'unpaid', from_cart: true }),
    sale(given, { ...paid, state: 'handedOut', handed_at: until, delivery: 'ship', receiver }),
    sale(refunding, { ...paid, state: 'refunding', state_before: 'handedOut' }),
  ])
    await raw`insert into shop_order ${raw(row as object as Record<string, string>)}`;
  await raw`insert into shop_order_line ${raw({
    ...{ tenant_id, id: newId(), order_id: waiting, place: 0, good_id, variant_id, name: 'bag' },
    ...{ variant_name: 'blue', pieces: 2, unit_fen: 1000, amount_fen: 1900 },
  })}`;
  await raw`insert into role ${raw({
    ...{
      tenant_id,
      id: newId(),
      title: 'clerk',
      permissions: ['shop.handOut', 'exchange.view', 'sites.view'],
    },
  })}`;
  await migrate(db, readMigrations(sourceRoot));

  const rows =
    await raw`select id, kind, way, state, state_before as before, number, goods, amount_fen::int as fen, code_hash as hash,
    receiver, address, from_cart as cart, waits_until as until, paid_at is not null as paid, order_id as order from handover`;
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  expect(rows).toHaveLength(5);
  expect(rowOf(exchange)).toMatchObject({
    kind: 'exchange',
    state: 'ready',
    hash: 'hash of exchange',
    paid: true,
  });
  expect(rowOf(waiting)).toMatchObject({
    ...{ kind: 'sale', way: 'pickup', state: 'ready', number: '77', goods: 'bag × 2', fen: 1900 },
    ...{ hash: 'hash of sale', until: '2026-12-24 10:00:00+00', order: waiting },
  });
  expect(rowOf(unpaid)).toMatchObject({ state: 'unpaid', cart: true, paid: false, hash: null });
  expect(rowOf(given)).toMatchObject({
    way: 'ship',
    state: 'done',
    receiver: 'Lin',
    address: 'Shanghai Road 1',
  });
  expect(rowOf(refunding)).toMatchObject({ state: 'refunding', before: 'done' });
  const lines =
    await raw`select handover_id as of, good_name as name, amount_fen::int as fen, price_points as points
    from handover_line order by good_name`;
  expect(lines).toMatchObject([
    { of: waiting, name: 'bag', fen: 1900, points: 0 },
    { of: exchange, name: 'cup', fen: 600, points: 10 },
  ]);
  const [role] = await raw<[{ permissions: string[] }]>`select permissions from role where title = 'clerk'`;
  expect(role.permissions).toEqual(['handover.handOut', 'handover.ship', 'handover.view', 'sites.view']);
  // the merchant sent goods that were bought, and had said nothing about it
  const [setting] = await raw`select open, shipping from handover_setting where tenant_id = ${tenant_id}`;
  expect(setting).toEqual({ open: true, shipping: true });
});
