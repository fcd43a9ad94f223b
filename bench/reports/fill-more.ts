import { writeRents } from '#features/selling/sharing/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import type { Database } from '#kit/server/database.ts';

const silenced = ['share_line', 'counter_hour', 'cash_gain', 'gift_movement'];

/**
 * What else there is of a year: shares of every fifth order at all sites and the rent of each day, counters of all machines and
 * cash and prizes of those that have them on every day, and every tenth machine moved to the next site half a year ago.
 * Like the orders it is written without triggers; figures are added up from the rows afterwards.
 */
export async function fillMore(db: Database, tenantId: string): Promise<void> {
  const { raw } = db;
  for (const table of silenced) await raw.unsafe(`alter table ${table} disable trigger user`);
  await fillShares(db, tenantId);
  await raw`
    insert into counter_hour (tenant_id, device_id, site_id, device_type, hour_at, counter, amount, play_time_s)
    select d.tenant_id, d.id, d.site_id, d.type, date_trunc('day', t.at) + interval '12 hours', c.counter, c.amount,
      case when c.counter = 'plays' then 30 end
    from device d
    cross join generate_series(now() - interval '364 days', now() - interval '1 day', interval '1 day') t (at)
    join (values ('claw', 'plays', 40), ('claw', 'cashCoins', 30), ('claw', 'coinsIn', 80), ('claw', 'prizesOut', 3),
      ('exchange', 'coinsOut', 500), ('vending', 'sold', 20)) c (type, counter, amount) on c.type = d.type
    where d.tenant_id = ${tenantId}`;
  await raw`
    insert into cash_gain (tenant_id, id, device_id, site_id, code, type, hour_at, day, coins, notes, notes_fen)
    select d.tenant_id, gen_random_uuid(), d.id, d.site_id, d.code, d.type, t.at, t.at::date, 0, 4, 4000
    from device d
    cross join generate_series(date_trunc('hour', now() - interval '364 days'), now() - interval '1 day', interval '1 day') t (at)
    where d.tenant_id = ${tenantId} and d.type = 'exchange'`;
  await raw`
    with kind as (
      insert into gift_type (tenant_id, id, name, sort) values (${tenantId}, gen_random_uuid(), 'bench', 1) returning id),
    toy as (
      insert into gift (tenant_id, id, type_id, name, cost_fen, stock, alarm_threshold)
      select ${tenantId}, gen_random_uuid(), id, 'bench', 900, 0, 0 from kind returning id)
    insert into gift_movement (tenant_id, id, created_at, gift_id, device_id, site_id, kind, amount, cost_fen)
    select d.tenant_id, gen_random_uuid(), t.at, toy.id, d.id, d.site_id, 'won', 3, 900
    from toy, device d
    cross join generate_series(now() - interval '364 days', now() - interval '1 day', interval '1 day') t (at)
    where d.tenant_id = ${tenantId} and d.type = 'claw'`;
  for (const table of silenced) await raw.unsafe(`alter table ${table} enable trigger user`);
  await raw`
    update device d set site_id = next.id, site_since = now() - interval '180 days', number = d.number + 1000,
      created_at = now() - interval '364 days'
    from site s join site next on next.tenant_id = s.tenant_id and next.sort = s.sort % 10 + 1
    where d.tenant_id = ${tenantId} and s.tenant_id = d.tenant_id and s.id = d.site_id and d.number % 10 = 0`;
  await raw`update device set created_at = now() - interval '364 days' where tenant_id = ${tenantId}`;
  while (await writeRents({ db, clock: systemClock }));
}

async function fillShares({ raw }: Database, tenantId: string): Promise<void> {
  await raw`
    insert into share_receiver (tenant_id, id, kind, name, way)
    values (${tenantId}, gen_random_uuid(), 'owner', 'bench', 'account')`;
  await raw`
    insert into share_rule (tenant_id, site_id, schedule)
    select tenant_id, id, 'daily' from site where tenant_id = ${tenantId}`;
  await raw`
    insert into share_version (tenant_id, id, site_id, number, effective_from, deduct_fee, include_cash, costs, ratios, created_by,
      created_by_name)
    select tenant_id, gen_random_uuid(), id, 1, (now() - interval '360 days')::date, true, false,
      '[{"name": "rent", "kind": "perDay", "amountFen": 30000}]', '[]', gen_random_uuid(), 'bench'
    from site where tenant_id = ${tenantId}`;
  await raw`
    insert into share_run (tenant_id, id, site_id, version_id, from_day, to_day, state, ended_at)
    select tenant_id, gen_random_uuid(), site_id, id, effective_from, effective_from + 1, 'finished', now()
    from share_version where tenant_id = ${tenantId}`;
  await raw`
    insert into share_order (tenant_id, order_id, run_id, version_id, site_id, wallet_id, number, day, gross_fen, steps, base_fen,
      day_costs_fen, kept_fen)
    select o.tenant_id, o.id, r.id, r.version_id, o.site_id, o.wallet_id, o.number, o.settled_at::date, o.fulfilled_amount, '[]',
      o.fulfilled_amount, '[]', 0
    from orders o join share_run r on r.tenant_id = o.tenant_id and r.site_id = o.site_id
    where o.tenant_id = ${tenantId} and right(o.number, 1) in ('1', '5')`;
  await raw`
    insert into share_line (tenant_id, id, order_id, run_id, site_id, receiver_id, day, basis_points, earned_fen, due_fen, paid_fen,
      state, settled_at, device_id, device_type)
    select s.tenant_id, gen_random_uuid(), s.order_id, s.run_id, s.site_id, r.id, s.day, 3000, s.gross_fen / 3, s.gross_fen / 3,
      s.gross_fen / 6, 'due', o.settled_at, o.device_id, o.device_type
    from share_order s
    join orders o on o.tenant_id = s.tenant_id and o.id = s.order_id
    join share_receiver r on r.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId}`;
}
