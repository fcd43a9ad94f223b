-- What happened, noted by triggers of whoever owns the rows, in the transaction in which it happened; taken away when it
-- has been added to the levels below (docs/decisions/0021).
create table figure_change (
  tenant_id text not null,
  id bigint generated always as identity,
  site_id uuid,
  device_id uuid,
  device_type text,
  wallet_id text,
  at timestamptz not null,
  -- amounts by measure
  figures jsonb not null,
  primary key (tenant_id, id)
);

-- Days that were fixed: their rows of figure_day and figure_site_day do not change any more.
create table figure_fixed_day (
  tenant_id text not null,
  day date not null,
  fixed_at timestamptz not null,
  user_id uuid not null,
  user_name text not null,
  primary key (tenant_id, day)
);

-- What changed of a fixed day afterwards. A day is what was fixed and its corrections.
create table figure_correction (
  tenant_id text not null,
  id bigint generated always as identity,
  site_id uuid not null,
  device_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  day date not null,
  measure text not null,
  amount bigint not null check (amount <> 0),
  noted_at timestamptz not null default clock_timestamp(),
  -- late: it became known later; dayStart: the site's day begins at another hour now; recount: it was added up anew
  why text not null check (why in ('late', 'dayStart', 'recount')),
  primary key (tenant_id, id)
);
create index figure_correction_day on figure_correction (tenant_id, day);

-- The levels. What belongs to no site, no machine or no wallet has nothing in its place: a key has no nulls.
create table figure_hour (
  tenant_id text not null,
  site_id uuid not null,
  device_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  hour_at timestamptz not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, hour_at, site_id, device_id, device_type, wallet_id, measure)
);
create table figure_day (
  tenant_id text not null,
  site_id uuid not null,
  device_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  day date not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, day, site_id, device_id, device_type, wallet_id, measure)
);
-- A month is what is true of it, also of its fixed days.
create table figure_month (
  tenant_id text not null,
  site_id uuid not null,
  device_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  -- its first
  day date not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, day, site_id, device_id, device_type, wallet_id, measure)
);
create table figure_site_day (
  tenant_id text not null,
  site_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  day date not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, day, site_id, device_type, wallet_id, measure)
);
create table figure_site_month (
  tenant_id text not null,
  site_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  day date not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, day, site_id, device_type, wallet_id, measure)
);

-- What exists already: the same sums that a recount makes (server/recount-figures.ts).
insert into figure_hour (tenant_id, site_id, device_id, device_type, wallet_id, hour_at, measure, amount)
select tenant_id, coalesce(site_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(device_id, '00000000-0000-0000-0000-000000000000'), coalesce(device_type, ''), coalesce(wallet_id, ''),
  date_trunc('hour', at, 'UTC'), measure, sum(amount)::bigint
from figure_line group by 1, 2, 3, 4, 5, 6, 7 having sum(amount) <> 0;
insert into figure_day (tenant_id, site_id, device_id, device_type, wallet_id, day, measure, amount)
select tenant_id, site_id, device_id, device_type, wallet_id, figure_day_of(hour_at, null, null), measure, sum(amount)::bigint
from figure_hour group by 1, 2, 3, 4, 5, 6, 7;
insert into figure_month (tenant_id, site_id, device_id, device_type, wallet_id, day, measure, amount)
select tenant_id, site_id, device_id, device_type, wallet_id, date_trunc('month', day::timestamp)::date, measure,
  sum(amount)::bigint
from figure_day group by 1, 2, 3, 4, 5, 6, 7;
insert into figure_site_day (tenant_id, site_id, device_type, wallet_id, day, measure, amount)
select tenant_id, site_id, device_type, wallet_id, day, measure, sum(amount)::bigint
from figure_day group by 1, 2, 3, 4, 5, 6;
insert into figure_site_month (tenant_id, site_id, device_type, wallet_id, day, measure, amount)
select tenant_id, site_id, device_type, wallet_id, day, measure, sum(amount)::bigint
from figure_month group by 1, 2, 3, 4, 5, 6;
