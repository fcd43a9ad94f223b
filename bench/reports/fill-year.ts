import type { ReservedSql } from 'postgres';
import type { Database } from '#kit/server/database.ts';

const sites = 10;
const devicesPerSite = 20;
const atOnce = 100_000;

/** Rows are written without indexes and references, which are made once at the end. */
async function withoutIndexes(sql: ReservedSql, table: string, write: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; text: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
    where indrelid = ${table}::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  const references = await sql<{ name: string; text: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f'`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  for (const { name } of references) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  await write();
  await sql`set maintenance_work_mem = '512MB'`;
  for (const { text } of indexes) await sql.unsafe(text);
  for (const { name, text } of references)
    await sql.unsafe(`alter table ${table} add constraint ${name} ${text}`);
  await sql`reset maintenance_work_mem`;
}

async function writeOrders(sql: ReservedSql, tenantId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const to = Math.min(count, from + atOnce) - 1;
    await sql`
      insert into orders (tenant_id, id, created_at, number, kind, state, site_id, device_id, device_code, device_number,
        device_name, device_type, wallet_id, pay_way, unit, amount, paid_amount, fulfilled_amount, fee_fen, settles_to,
        title, items, fulfilment, paid_at, settled_at, ended_at)
      select ${tenantId}, o.id, o.at, ${tenantId}::text || to_char(o.at, 'YYMMDDHH24') || lpad(n::text, 8, '0'), 'play',
        'fulfilled', m.site_id, m.id, m.code, m.number, m.name, m.type, ${tenantId},
        (array['wechat', 'alipay', 'balance', 'counter'])[1 + (n / 7) % 4], 'fen', p.price, p.price, p.price, p.price / 100,
        'earnings', 'bench', '[]', '{"name": "device", "plan": {"steps": []}}', o.at, o.at, o.at
      from generate_series(${from}::int, ${to}::int) n
      join report_machine m on m.place = n::bigint * 7919 % ${sites * devicesPerSite}::int
      cross join lateral (select 100 + n % 900 as price) p
      cross join lateral (select now() - interval '364 days' + n * (interval '363 days' / ${count}::int) as at) t
      cross join lateral (select t.at, uuidv7(t.at - clock_timestamp()) as id) o`;
  }
}

/**
 * Orders of the last twelve months at two hundred machines of ten sites, in all ways of paying, one in a hundred refunded.
 * Written in SQL without triggers: their figures are added up from the rows, as after any import.
 */
export async function fillYear({ raw }: Database, tenantId: string, count: number): Promise<void> {
  await raw`insert into tenant (id, name, realm) values (${tenantId}, 'report', 'merchant')`;
  await raw`
    insert into site (tenant_id, id, name, type, region_code, address, opening_hours, refund_mode, sort)
    select ${tenantId}, gen_random_uuid(), 'report ' || place, 'arcade', '330106', '', '[]', 'manual', place
    from generate_series(1, ${sites}::int) as place`;
  await raw`
    insert into device (tenant_id, id, site_id, code, number, type, name, sort)
    select ${tenantId}, gen_random_uuid(), site.id,
      'BR' || ${tenantId}::text || lpad(site.sort::text, 4, '0') || lpad(place::text, 2, '0'),
      place, (array['claw', 'vending', 'claw', 'exchange'])[1 + place % 4], 'report ' || place, place
    from site, generate_series(1, ${devicesPerSite}::int) as place
    where site.tenant_id = ${tenantId}`;
  const sql = await raw.reserve();
  try {
    await sql`set synchronous_commit = off`;
    for (const table of ['orders', 'order_refund'])
      await sql.unsafe(`alter table ${table} disable trigger user`);
    await sql`
      create temp table report_machine as
      select (row_number() over (order by code) - 1)::int as place, id, site_id, type, code, number, name
      from device where tenant_id = ${tenantId}`;
    const write = () => writeOrders(sql, tenantId, count);
    // a few are written faster than the indexes of many are built
    await (count > 500_000 ? withoutIndexes(sql, 'orders', write) : write());
    await sql`
      insert into order_refund (tenant_id, id, created_at, order_id, state, amount, undelivered, delivered, fee_back_fen,
        automatic, reason, ended_at)
      select tenant_id, gen_random_uuid(), settled_at + interval '20 hours', id,
        case when right(number, 3) = '100' then 'failed' else 'done' end, 100, 0, 100, 0, true, 'bench',
        settled_at + interval '30 hours'
      from orders where tenant_id = ${tenantId} and right(number, 2) = '00'`;
    await sql`drop table report_machine`;
    for (const table of ['orders', 'order_refund'])
      await sql.unsafe(`alter table ${table} enable trigger user`);
    await sql`reset synchronous_commit`;
  } finally {
    sql.release();
  }
}
