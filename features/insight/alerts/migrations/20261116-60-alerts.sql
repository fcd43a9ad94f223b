create table alert (
  tenant_id text not null references tenant (id),
  id uuid not null,
  site_id uuid,
  device_id uuid,
  kind text not null,
  subject text not null default '',
  severity text not null check (severity in ('severe', 'warning')),
  data jsonb not null,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  acknowledged_name text,
  note text not null default '',
  ended_at timestamptz,
  end_reason text,
  ended_by uuid,
  ended_name text,
  gone_at timestamptz,
  primary key (tenant_id, id),
  check ((ended_at is null) = (end_reason is null)),
  check (gone_at is null or ended_at is not null)
);
-- One alert per cause for as long as the cause lasts.
create unique index alert_cause on alert (tenant_id, device_id, kind, subject) nulls not distinct where gone_at is null;
create index alert_open on alert (tenant_id, opened_at desc) where ended_at is null;
create index alert_ended on alert (tenant_id, ended_at desc) where ended_at is not null;

create table alert_rule (
  tenant_id text not null references tenant (id),
  id uuid not null,
  site_id uuid,
  kind text not null,
  enabled boolean not null,
  threshold integer,
  told text not null check (told in ('everyone', 'owner', 'roles', 'nobody')),
  role_ids uuid[] not null,
  muted_faults text[] not null,
  primary key (tenant_id, id)
);
create unique index alert_rule_place on alert_rule (tenant_id, site_id, kind) nulls not distinct;

create table alert_watch (
  tenant_id text not null,
  device_id uuid not null,
  settings_version bigint not null,
  plays bigint not null,
  prizes bigint not null,
  quiet_from_plays bigint not null,
  window_at timestamptz not null,
  window_plays bigint not null,
  window_prizes bigint not null,
  primary key (tenant_id, device_id)
);
