create table device_settings (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  version bigint not null default 0,
  settings jsonb not null,
  hash text not null,
  applied_at timestamptz,
  issued_version bigint not null default 0,
  reported jsonb,
  reported_hash text,
  reported_version bigint,
  report_asked_at timestamptz,
  primary key (tenant_id, device_id),
  check ((reported is null) = (reported_hash is null) and (reported is null) = (reported_version is null))
);

create table settings_batch (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid,
  user_name text,
  kind text not null check (kind in ('modify', 'copy', 'preset', 'restore')),
  primary key (tenant_id, id)
);
create index settings_batch_created on settings_batch (tenant_id, created_at desc, id desc);

create table settings_change (
  tenant_id text not null references tenant (id),
  id uuid not null,
  device_id uuid not null,
  site_id uuid not null,
  device_code text not null,
  device_number integer not null,
  device_type text not null,
  version bigint not null,
  state text not null check (state in ('pending', 'applied', 'failed')),
  reason text,
  path text,
  wanted jsonb not null,
  settings jsonb,
  hash text,
  differences jsonb not null,
  user_id uuid,
  user_name text,
  started_at timestamptz not null,
  sent_at timestamptz,
  deadline_at timestamptz not null,
  ended_at timestamptz,
  batch_id uuid,
  attempt integer not null default 1,
  retried_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references settings_batch (tenant_id, id),
  check ((state = 'pending') = (ended_at is null)),
  check ((state = 'failed') = (reason is not null)),
  check (state <> 'pending' or (settings is not null and hash is not null))
);
-- A device answers one change at a time; a newer one ends the older.
create unique index settings_change_pending on settings_change (tenant_id, device_id) where state = 'pending';
create index settings_change_device on settings_change (tenant_id, device_id, id desc);
create index settings_change_version on settings_change (tenant_id, device_id, version) where sent_at is not null;
create index settings_change_batch on settings_change (tenant_id, batch_id, device_number) where batch_id is not null;
create index settings_change_queue on settings_change (started_at, id) where state = 'pending' and sent_at is null;
create index settings_change_deadline on settings_change (deadline_at) where state = 'pending';

create table settings_preset (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  name text not null,
  type text not null,
  site_id uuid,
  settings jsonb not null,
  primary key (tenant_id, id)
);
create unique index settings_preset_range on settings_preset (tenant_id, type, site_id) nulls not distinct;
