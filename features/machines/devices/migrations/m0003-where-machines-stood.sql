-- Where a machine stood, and from when to when. The place where it stands now is in its own row, since `site_since`; null there:
-- since it was registered.
alter table device add column site_since timestamptz;

create table device_stay (
  tenant_id text not null,
  id bigint generated always as identity,
  device_id uuid not null,
  device_type text not null,
  site_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (tenant_id, id)
);
create index device_stay_device on device_stay (tenant_id, device_id);

-- What is known of the past: at which site a machine counted. Where it last counted elsewhere, nobody knows when it came to the
-- site where it stands now; it is taken for the hour after that count.
with places as (
  select c.tenant_id, c.device_id, c.site_id, c.hour_at,
    lag(c.site_id) over (partition by c.tenant_id, c.device_id order by c.hour_at, c.site_id) as before_id
  from (select distinct tenant_id, device_id, site_id, hour_at from counter_hour) c
), came as (
  select p.tenant_id, p.device_id, p.site_id, p.hour_at,
    row_number() over (partition by p.tenant_id, p.device_id order by p.hour_at) as place,
    lead(p.hour_at) over (partition by p.tenant_id, p.device_id order by p.hour_at) as left_at
  from places p where p.before_id is distinct from p.site_id
), stays as (
  select c.tenant_id, c.device_id, d.type, c.site_id, d.site_id as now_id,
    case when c.place = 1 then least(d.created_at, c.hour_at) else c.hour_at end as from_at,
    coalesce(c.left_at, case when c.site_id <> d.site_id then (
      select max(h.hour_at) + interval '1 hour' from counter_hour h
      where h.tenant_id = c.tenant_id and h.device_id = c.device_id) end) as to_at
  from came c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
), past as (
  insert into device_stay (tenant_id, device_id, device_type, site_id, from_at, to_at)
  select tenant_id, device_id, type, site_id, from_at, to_at from stays where to_at is not null
  returning tenant_id, device_id, to_at
)
update device d set site_since = p.to_at
from (select tenant_id, device_id, max(to_at) as to_at from past group by 1, 2) p
where d.tenant_id = p.tenant_id and d.id = p.device_id;

-- Whoever moves a machine says since when it stands there (`site_since`); where it stood before is kept.
create function note_device_stay() returns trigger language plpgsql as $$
begin
  if new.site_since is not distinct from old.site_since then new.site_since := now(); end if;
  insert into device_stay (tenant_id, device_id, device_type, site_id, from_at, to_at)
  values (old.tenant_id, old.id, old.type, old.site_id, coalesce(old.site_since, old.created_at), new.site_since);
  return new;
end $$;
create trigger device_stays before update on device for each row
when (old.site_id is distinct from new.site_id) execute function note_device_stay();
