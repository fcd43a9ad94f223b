-- Work on many figures, done in the background step by step: all of an organisation from its rows, or the days of a site
-- that begin at another hour now.
create table figure_task (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('recount', 'days')),
  site_id uuid,
  time_zone text,
  day_start integer,
  -- null: by the server itself
  user_name text,
  -- of a recount: the month that its first step is about
  since date,
  done integer not null default 0,
  -- null until it has begun
  total integer,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check (kind <> 'days' or (site_id is not null and time_zone is not null and day_start is not null))
);
create index figure_task_open on figure_task (created_at, id) where ended_at is null;
