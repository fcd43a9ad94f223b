import { sql } from 'drizzle-orm';
import { stayView } from '#features/machines/devices/server/public.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope } from '#kit/server/scope.ts';

export const rentsChannel = 'rents';

/** Sites of one turn: those of which something changed, whose past may be written again, and those where a day began. */
const changedAtOnce = 20;
const begunAtOnce = 500;

interface Due {
  tenant_id: string;
  site_id: string;
  from_day: string;
  to_day: string;
}

const today = (now: Date) => sql`figure_day_of(${now.toISOString()}::timestamptz, s.time_zone, s.day_start)`;
const clockOf = sql`left join figure_site s using (tenant_id, site_id)`;

async function takeDue(tx: Tx, now: Date): Promise<Due[]> {
  const found = await tx.execute<{ due: Due }>(sql`
    with chosen as (select distinct tenant_id, site_id from rent_change limit ${changedAtOnce}),
    taken as (
      delete from rent_change c using chosen h where c.tenant_id = h.tenant_id and c.site_id = h.site_id returning c.*),
    changed as (
      -- days that nobody has written yet are not passed over
      select t.tenant_id, t.site_id, least(min(w.written_to) + 1,
        min(coalesce(t.from_day, figure_day_of(t.from_at, s.time_zone, s.day_start)))) as from_day
      from taken t ${clockOf} left join rent_site w using (tenant_id, site_id) group by 1, 2),
    begun as (
      select w.tenant_id, w.site_id, w.written_to + 1 as from_day
      from rent_site w ${clockOf} where w.written_to < ${today(now)} limit ${begunAtOnce})
    select jsonb_build_object('tenant_id', d.tenant_id, 'site_id', d.site_id, 'from_day', min(d.from_day),
      'to_day', ${today(now)}) as due
    from (select * from changed union all select * from begun) d ${clockOf}
    group by d.tenant_id, d.site_id, s.time_zone, s.day_start`);
  return [...found].map(({ due }) => due);
}

/**
 * The rent of sites from a day on becomes what their rules and the stays of machines say. A day's rent is divided among the
 * machines that stood there when it ended, in whole fen; the first of them bear what does not divide.
 */
async function write(tx: Tx, due: readonly Due[]): Promise<void> {
  const stay = stayView(platformScope);
  await tx.execute(sql`
    with due as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(due)}::text::jsonb)
        as d (tenant_id text, site_id uuid, from_day date, to_day date)),
    version as (
      select v.tenant_id, v.site_id, v.effective_from as first_day,
        lead(v.effective_from) over (partition by v.tenant_id, v.site_id order by v.effective_from) - 1 as last_day,
        rent_of_day(v.ends, v.costs) as rent
      from share_version v join due using (tenant_id, site_id) where v.withdrawn_at is null),
    rent as (
      select v.tenant_id, v.site_id, d.day::date as day, v.rent, s.time_zone, s.day_start
      from version v join due using (tenant_id, site_id) ${clockOf}
      cross join lateral generate_series(greatest(v.first_day, due.from_day)::timestamp,
        least(v.last_day, due.to_day)::timestamp, interval '1 day') d (day)
      where v.rent > 0),
    standing as (
      select distinct r.tenant_id, r.site_id, r.day, r.rent, r.time_zone, stay.of_device as device_id, stay.of_type as type
      from rent r left join ${stay} on stay.of_tenant = r.tenant_id and stay.of_site = r.site_id
        and r.day >= figure_day_of(stay.from_at, r.time_zone, r.day_start)
        and (stay.to_at is null or r.day <= figure_day_of(stay.to_at, r.time_zone, r.day_start) - stay.last_days)),
    placed as (
      select *, count(*) over of_day as machines, row_number() over (of_day order by device_id) as place
      from standing window of_day as (partition by tenant_id, site_id, day)),
    wanted as materialized (
      select p.tenant_id, p.site_id, p.day, coalesce(p.device_id, '00000000-0000-0000-0000-000000000000') as device_id,
        coalesce(p.type, '') as device_type,
        (p.day + time '12:00') at time zone coalesce(p.time_zone, 'Asia/Shanghai') as at,
        p.rent / p.machines + case when p.place <= p.rent % p.machines then 1 else 0 end as amount_fen
      from placed p where p.rent / p.machines > 0 or p.place <= p.rent % p.machines),
    gone as (
      delete from rent_day r using due
      where r.tenant_id = due.tenant_id and r.site_id = due.site_id and r.day >= due.from_day
        and not exists (select from wanted w where w.tenant_id = r.tenant_id and w.site_id = r.site_id
          and w.day = r.day and w.device_id = r.device_id)),
    known as (
      insert into rent_site (tenant_id, site_id, written_to)
      select d.tenant_id, d.site_id, d.to_day from due d
      where exists (select from share_version v where v.tenant_id = d.tenant_id and v.site_id = d.site_id)
      on conflict (tenant_id, site_id) do update set written_to = excluded.written_to)
    insert into rent_day as r (tenant_id, site_id, day, device_id, device_type, at, amount_fen)
    select tenant_id, site_id, day, device_id, device_type, at, amount_fen from wanted
    on conflict (tenant_id, site_id, day, device_id) do update
    set device_type = excluded.device_type, at = excluded.at, amount_fen = excluded.amount_fen
    where (r.device_type, r.at, r.amount_fen) is distinct from (excluded.device_type, excluded.at, excluded.amount_fen)`);
}

/** One turn: rent up to the day that is going on at each site. True when there may be more. */
export async function writeRents({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now();
  const [waiting] = await db.read.execute(sql`
    select 1 where exists (select from rent_change)
      or exists (select from rent_site w ${clockOf} where w.written_to < ${today(now)})`);
  if (!waiting) return false;
  return db.transaction(async (tx) => {
    // one after the other, in all processes: a turn looks at what the one before it wrote
    await holdName(tx, 'rents');
    const due = await takeDue(tx, now);
    if (due.length > 0) await write(tx, due);
    return due.length > 0;
  });
}
