-- How much each machine that holds products needs a visit, kept with every cause of it: lists sort and filter by it
-- without reading the lanes of a whole fleet.
create table vending_need (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  need integer not null default 0,
  -- lanes on sale that are empty or low
  short_lanes integer not null default 0,
  -- the day from which goods in a lane on sale are about to expire
  warn_from date,
  -- to be counted again
  stale boolean not null default false,
  primary key (tenant_id, device_id)
);
create index vending_need_order on vending_need (tenant_id, need, device_id);
create index vending_need_stale on vending_need (tenant_id, device_id) where stale;

-- The row comes with the device's own.
create function add_vending_need() returns trigger language plpgsql as $$
begin
  insert into vending_need (tenant_id, device_id) values (new.tenant_id, new.id) on conflict do nothing;
  return null;
end $$;
create trigger device_vending_need after insert on device
  for each row when (new.type in ('vending', 'lipstick')) execute function add_vending_need();

-- Machines that stand here already are counted when the server starts.
insert into vending_need (tenant_id, device_id, stale)
select tenant_id, id, true from device where type in ('vending', 'lipstick');
