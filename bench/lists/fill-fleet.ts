import type { Database } from '#kit/server/database.ts';

const devicesPerSite = 50;

/**
 * Devices of a merchant with everything that its lists show of them: a card in each, a gift in each claw machine, an
 * alert about each. Written in SQL; whatever belongs to a device's first moment comes by triggers, as it does in life.
 */
export async function fillFleet({ raw }: Database, tenantId: string, count: number): Promise<void> {
  await raw`
    insert into site (tenant_id, id, name, type, region_code, address, opening_hours, refund_mode, sort)
    select ${tenantId}, gen_random_uuid(), 'bench ' || place, 'arcade', '330106', '', '[]', 'manual', place
    from generate_series(1, ${Math.ceil(count / devicesPerSite)}) as place`;
  await raw`
    insert into device (tenant_id, id, site_id, code, number, type, name, sort)
    select ${tenantId}, gen_random_uuid(), site.id, 'BN' || ${tenantId} || lpad(site.sort::text, 4, '0') || lpad(place::text, 2, '0'),
      place, (array['claw', 'vending', 'claw', 'exchange'])[1 + place % 4], 'bench ' || place, place
    from site, generate_series(1, ${devicesPerSite}) as place
    where site.tenant_id = ${tenantId} and site.name like 'bench %'`;
  const device = raw`select id, code, site_id from device where tenant_id = ${tenantId} and name like 'bench %'`;
  await raw`
    insert into sim_card (tenant_id, id, created_at, kind, number, operator, device_id, expires_on, traffic_limit_bytes)
    select ${tenantId}, gen_random_uuid(), now() - random() * interval '300 days', 'sim', code, 'mobile', id,
      current_date + (random() * 300)::int, 1073741824
    from (${device}) as device`;
  await raw`
    insert into gift_type (tenant_id, id, name, sort) values (${tenantId}, gen_random_uuid(), 'bench', 1)`;
  await raw`
    insert into gift (tenant_id, id, type_id, name, cost_fen, stock, alarm_threshold)
    select ${tenantId}, gen_random_uuid(), id, 'bench ' || place, 500, 100, 5
    from gift_type, generate_series(1, 20) as place where tenant_id = ${tenantId} and name = 'bench'`;
  await raw`
    with gift as (select array_agg(id) as ids from gift where tenant_id = ${tenantId} and name like 'bench %')
    insert into gift_placement (tenant_id, id, created_at, device_id, gift_id, stock, capacity, alarm_threshold)
    select ${tenantId}, gen_random_uuid(), now() - random() * interval '300 days', device.id,
      gift.ids[1 + (random() * 19)::int], (random() * 20)::int, 30, 5
    from device, gift where tenant_id = ${tenantId} and name like 'bench %' and type = 'claw'`;
  // Those of more than a week have ended, as the watch ends them; else it would do so while the lists are measured.
  await raw`
    insert into alert (tenant_id, id, site_id, device_id, kind, subject, severity, data, opened_at, ended_at, gone_at, end_reason)
    select ${tenantId}, gen_random_uuid(), site_id, id, 'counterJump', 'plays', 'severe', '{"counter": "plays", "before": 1, "reported": 9}',
      opened_at, ended_at, ended_at, case when ended_at is not null then 'aged' end
    from (select *, now() - age as opened_at, case when age > interval '6 days' then now() - age + interval '7 days' end as ended_at
      from (select *, random() * interval '300 days' as age from (${device}) as device) as aged) as dated`;
}
