-- Rent is a figure. What a site costs by the day (its sharing rules say it) is borne by the machines that stood there when the day
-- ended, in whole fen: what does not divide is borne by the first of them by id. Where no machine stood, the site bears it.
create table rent_day (
  tenant_id text not null,
  site_id uuid not null,
  day date not null,
  -- zeros: no machine stood there
  device_id uuid not null,
  device_type text not null,
  -- noon of the day by the clocks of the site: whatever hour its day begins at, it is that day
  at timestamptz not null,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (tenant_id, site_id, day, device_id)
);
create index rent_day_at on rent_day (tenant_id, at);

-- What the costs of a version come to by the day; nothing where sharing ends.
create function rent_of_day(ends boolean, costs jsonb) returns bigint language sql immutable parallel safe
return case when ends then 0 else coalesce((
  select sum((cost ->> 'amountFen')::bigint) from jsonb_array_elements(costs) cost where cost ->> 'kind' = 'perDay'), 0) end;

-- Up to which day the rent of a site is written.
create table rent_site (
  tenant_id text not null,
  site_id uuid not null,
  written_to date not null,
  primary key (tenant_id, site_id)
);

-- Rent that has to be written again: of a site, from a moment or from a day. Lines are only added, so that nobody waits for anybody.
create table rent_change (
  tenant_id text not null,
  id bigint generated always as identity,
  site_id uuid not null,
  from_at timestamptz,
  from_day date,
  primary key (tenant_id, id),
  check ((from_at is null) <> (from_day is null))
);

create view rent_figure as
select tenant_id, site_id, nullif(device_id, '00000000-0000-0000-0000-000000000000') as device_id,
  nullif(device_type, '') as device_type, null::text as wallet_id, at, 'rent'::text as measure, amount_fen as amount
from rent_day;

create function note_rent_written() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, device_type, at, jsonb_build_object('rent', amount_fen) from added;
  return null;
end $$;
create function note_rent_gone() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, device_type, at, jsonb_build_object('rent', -amount_fen) from gone;
  return null;
end $$;
create function note_rent_changed() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, device_type, at, jsonb_build_object('rent', sum(amount_fen))
  from (
    select tenant_id, site_id, device_id, device_type, at, amount_fen from added
    union all select tenant_id, site_id, device_id, device_type, at, -amount_fen from gone
  ) d
  group by 1, 2, 3, 4, 5 having sum(amount_fen) <> 0;
  return null;
end $$;
create trigger rent_written after insert on rent_day referencing new table as added
for each statement execute function note_rent_written();
create trigger rent_gone after delete on rent_day referencing old table as gone
for each statement execute function note_rent_gone();
create trigger rent_changed after update on rent_day referencing old table as gone new table as added
for each statement execute function note_rent_changed();

-- Who says what a site costs, and who stands there when.
create function note_rent_version() returns trigger language plpgsql as $$
begin
  insert into rent_change (tenant_id, site_id, from_day) values (new.tenant_id, new.site_id, new.effective_from);
  return null;
end $$;
create trigger rent_version after insert or update on share_version for each row execute function note_rent_version();

create function note_rent_device() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  if tg_op = 'UPDATE' then
    since := least(
      case when old.site_id <> new.site_id or old.site_since is distinct from new.site_since
        then coalesce(new.site_since, new.created_at) end,
      case when old.site_id = new.site_id and old.site_since is distinct from new.site_since
        then coalesce(old.site_since, old.created_at) end,
      case when old.unbound_at is distinct from new.unbound_at then old.unbound_at end,
      case when old.unbound_at is distinct from new.unbound_at then new.unbound_at end);
    insert into rent_change (tenant_id, site_id, from_at) values (old.tenant_id, old.site_id, coalesce(since, now()));
    if (old.tenant_id, old.site_id) = (new.tenant_id, new.site_id) then return null; end if;
  else
    since := coalesce(new.site_since, new.created_at);
  end if;
  insert into rent_change (tenant_id, site_id, from_at) values (new.tenant_id, new.site_id, coalesce(since, now()));
  return null;
end $$;
create trigger rent_device_added after insert on device for each row execute function note_rent_device();
create trigger rent_device_moved after update on device for each row
when ((old.tenant_id, old.site_id, old.site_since, old.unbound_at)
  is distinct from (new.tenant_id, new.site_id, new.site_since, new.unbound_at))
execute function note_rent_device();

-- A site with another clock: its days stay its days, at another moment.
create function note_rent_clock() returns trigger language plpgsql as $$
begin
  update rent_day set at = (day + time '12:00') at time zone new.time_zone
  where tenant_id = new.tenant_id and site_id = new.site_id and at <> (day + time '12:00') at time zone new.time_zone;
  insert into rent_change (tenant_id, site_id, from_day) values (new.tenant_id, new.site_id, date '0001-01-01');
  return null;
end $$;
create trigger rent_clock after insert or update on figure_site for each row execute function note_rent_clock();

create or replace view figure_line as
select * from order_figure union all
select * from cash_figure union all
select * from counter_figure union all
select * from gift_figure union all
select * from point_figure union all
select * from stock_figure union all
select * from share_figure union all
select * from rent_figure;

-- The past: it is written by the first turn after this version starts (server/write-rents.ts).
insert into rent_change (tenant_id, site_id, from_day) select tenant_id, site_id, min(effective_from) from share_version group by 1, 2;
