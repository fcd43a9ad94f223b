create table firmware_image (
  id uuid primary key,
  created_at timestamptz not null default now(),
  target text not null check (target in ('firmware', 'app')),
  type text not null,
  version text not null,
  notes text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  withdrawn_at timestamptz
);
create unique index firmware_image_version on firmware_image (target, type, version) where withdrawn_at is null;

create table firmware_rollout (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  target text not null,
  version text not null,
  kind text not null,
  state text not null,
  paused_by text,
  stages jsonb not null,
  stage integer not null,
  at_night boolean not null,
  max_failure_percent integer not null,
  user_id uuid not null,
  user_name text not null,
  primary key (tenant_id, id)
);
create index firmware_rollout_running on firmware_rollout (tenant_id, created_at) where state = 'running';

create table firmware_rollout_item (
  tenant_id text not null,
  rollout_id uuid not null,
  device_id uuid not null,
  image_id uuid not null references firmware_image (id),
  version text not null,
  from_version text,
  stage integer not null,
  state text not null,
  percent integer not null default 0,
  reason text,
  updated_at timestamptz not null,
  due_at timestamptz,
  primary key (tenant_id, rollout_id, device_id),
  foreign key (tenant_id, rollout_id) references firmware_rollout (tenant_id, id)
);
-- a device is in one rollout at a time
create unique index firmware_rollout_item_open on firmware_rollout_item (tenant_id, device_id)
  where state in ('waiting', 'sent', 'downloading', 'verified');
