-- What lies in a lane may be dated on its own; without a date the one of the product counts.
alter table vending_lane add column expiry_date date;

-- All that one person does at one machine without a long break is a visit.
create table vending_visit (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null,
  last_at timestamptz not null,
  device_id uuid not null,
  site_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  primary key (tenant_id, id),
  check (last_at >= created_at)
);
create index vending_visit_time on vending_visit (tenant_id, created_at, id);
create index vending_visit_device on vending_visit (tenant_id, device_id, user_id, last_at);

-- What is thrown away is a loss and says why; what was filled says until when it is good.
alter table vending_movement add column visit_id uuid;
alter table vending_movement add column reason text check (reason in ('expired', 'damaged', 'missing'));
alter table vending_movement add column expiry_date date;
alter table vending_movement add foreign key (tenant_id, visit_id) references vending_visit (tenant_id, id);
alter table vending_movement drop constraint vending_movement_kind_check;
alter table vending_movement add constraint vending_movement_kind_check
  check (kind in ('load', 'unload', 'loss', 'sold', 'test', 'correct', 'report'));
alter table vending_movement add check ((kind = 'loss') = (reason is not null));
create index vending_movement_visit on vending_movement (tenant_id, visit_id) where visit_id is not null;

-- Earlier records become visits too. They say nothing else than before, so the book may be written to this once.
alter table vending_movement disable trigger vending_movement_append_only;
with steps as (
  select tenant_id, id, device_id, site_id, user_id, user_name, created_at,
    case when created_at - lag(created_at) over mine <= interval '30 minutes'
      and site_id = lag(site_id) over mine then 0 else 1 end as begins
  from vending_movement where user_id is not null
  window mine as (partition by tenant_id, device_id, user_id order by created_at, id)
), numbered as (
  select *, sum(begins) over (partition by tenant_id, device_id, user_id order by created_at, id) as number from steps
), visits as (
  select tenant_id, device_id, user_id, number, gen_random_uuid() as id, min(created_at) as created_at,
    max(created_at) as last_at, min(site_id::text)::uuid as site_id, coalesce(min(user_name), '') as user_name
  from numbered group by tenant_id, device_id, user_id, number
), added as (
  insert into vending_visit (tenant_id, id, created_at, last_at, device_id, site_id, user_id, user_name)
  select tenant_id, id, created_at, last_at, device_id, site_id, user_id, user_name from visits
)
update vending_movement movement set visit_id = visits.id
from numbered join visits using (tenant_id, device_id, user_id, number)
where movement.tenant_id = numbered.tenant_id and movement.id = numbered.id;
alter table vending_movement enable trigger vending_movement_append_only;
