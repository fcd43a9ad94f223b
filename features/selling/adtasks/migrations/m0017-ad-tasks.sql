-- Ad tasks: offered by the platform, accepted by merchants for machines, paid by the plays these count.
create table ad_task (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  title text not null,
  media_id uuid not null,
  kind text not null check (kind in ('picture', 'video')),
  link text not null,
  size_bytes integer not null,
  sha256 text not null,
  seconds integer not null check (seconds > 0),
  price_fen integer not null check (price_fen > 0),
  budget_fen integer not null check (budget_fen >= price_fen),
  paid_fen integer not null default 0 check (paid_fen between 0 and budget_fen),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  types jsonb not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index ad_task_id on ad_task (id);
create index ad_task_created_at on ad_task (tenant_id, created_at desc);

-- A merchant's machine that shows a task, from when until when.
create table ad_acceptance (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  task_id uuid not null references ad_task (id),
  device_id uuid not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index ad_acceptance_of on ad_acceptance (tenant_id, device_id, task_id) where ended_at is null;
create index ad_acceptance_task on ad_acceptance (task_id, tenant_id, device_id);

-- Hours of which something new was counted.
create table ad_due (
  tenant_id text not null references tenant (id),
  task_id uuid not null references ad_task (id),
  device_id uuid not null,
  hour_at timestamptz not null,
  site_id uuid not null,
  primary key (tenant_id, task_id, device_id, hour_at)
);
create index ad_due_task on ad_due (task_id, tenant_id, device_id, hour_at);

-- Counts that can not be true, or of which nobody knows: paid only by the word of the platform.
create table ad_doubt (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  task_id uuid not null references ad_task (id),
  device_id uuid not null,
  site_id uuid not null,
  hour_at timestamptz not null,
  plays integer not null check (plays > 0),
  reason text not null check (reason in ('tooMany', 'unknown', 'future', 'old', 'notPlaced', 'offline')),
  -- its plays are counted in ad_play; those refused when they came in are not
  counted integer not null check (counted in (0, plays)),
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'open') = (decided_at is null))
);
create index ad_doubt_created_at on ad_doubt (tenant_id, created_at desc);
create index ad_doubt_hour on ad_doubt (task_id, tenant_id, device_id, hour_at);

-- What was booked: once for an hour of a machine, again only for what was counted later.
create table ad_income (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  task_id uuid not null references ad_task (id),
  device_id uuid not null,
  site_id uuid not null,
  hour_at timestamptz not null,
  turn integer not null,
  day date not null,
  plays integer not null check (plays >= 0),
  -- plays for which the budget had no money left
  cut integer not null check (cut >= 0),
  amount_fen integer not null,
  -- null where all plays were cut
  wallet_id text,
  transfer_id uuid,
  -- of a count that was set aside and approved
  doubt_id uuid,
  primary key (tenant_id, id),
  check ((amount_fen > 0) = (plays > 0) and (plays > 0) = (transfer_id is not null)),
  check ((transfer_id is null) = (wallet_id is null))
);
create unique index ad_income_turn on ad_income (task_id, tenant_id, device_id, hour_at, turn);
create unique index ad_income_doubt on ad_income (tenant_id, doubt_id) where doubt_id is not null;
create index ad_income_by_day on ad_income (tenant_id, day, device_id);

create view ad_income_day as
select tenant_id, (array_agg(id order by id))[1] as id, day, site_id, device_id, task_id,
  sum(plays)::integer as plays, sum(cut)::integer as cut, sum(amount_fen)::integer as amount_fen
from ad_income
group by tenant_id, day, site_id, device_id, task_id;
