-- What a machine usually does, by its own past, made anew once a day (rules/habit-rules.ts).
create table alert_habit (
  tenant_id text not null,
  device_id uuid not null,
  -- a machine that moved has no habits at its new place
  site_id uuid not null,
  -- of the site
  made_on date not null,
  -- null: its past is too short
  habit jsonb,
  primary key (tenant_id, device_id)
);

-- Up to which hour the machines of a site were compared with their past.
create table alert_look (
  tenant_id text not null,
  site_id uuid not null,
  until_at timestamptz not null,
  primary key (tenant_id, site_id)
);

-- What an alert was raised by: the expected band and what was.
create table alert_picture (
  tenant_id text not null,
  alert_id uuid not null,
  points jsonb not null,
  primary key (tenant_id, alert_id)
);

-- Somebody knows why a machine, or a whole site, differs from its past for a while.
create table alert_silence (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  -- null: all machines of the site
  device_id uuid,
  kind text not null,
  reason text not null check (reason in ('holiday', 'moved', 'repair', 'event', 'other')),
  note text not null default '',
  until_at timestamptz not null,
  user_id uuid not null,
  user_name text not null,
  ended_at timestamptz,
  ended_name text,
  primary key (tenant_id, id),
  check ((ended_at is null) = (ended_name is null))
);
create index alert_silence_site on alert_silence (tenant_id, site_id, until_at);
-- When the alerts of a machine ended, by kind.
create index alert_device_ended on alert (tenant_id, device_id, kind, ended_at) where device_id is not null;
