create table device_identity (
  code text primary key,
  created_at timestamptz not null default now(),
  type text not null,
  model text not null,
  generation integer not null default 1,
  claim_pin text not null,
  blocked_at timestamptz,
  tenant_id text references tenant (id),
  device_id uuid,
  claimed_at timestamptz,
  check ((tenant_id is null) = (device_id is null))
);
create index device_identity_tenant on device_identity (tenant_id, device_id);

alter table device
  add column remark text,
  add column price_fen integer,
  add column controlled boolean not null default true,
  add column sort integer not null default 0,
  add column description_text text not null default '',
  add column description_pictures jsonb not null default '[]',
  add column unbound_at timestamptz;
drop index device_code;
drop index device_number;
create unique index device_code on device (code) where unbound_at is null;
create unique index device_number on device (tenant_id, site_id, number) where unbound_at is null;

create table device_state (
  tenant_id text not null,
  device_id uuid not null,
  online boolean not null default false,
  session text,
  changed_at timestamptz,
  last_seen_at timestamptz,
  signal_kind text,
  signal_dbm integer,
  model text,
  firmware text,
  app text,
  boot bigint,
  settings_version bigint not null default 0,
  settings_hash text,
  content_version bigint not null default 0,
  free_bytes bigint,
  busy boolean not null default false,
  faults jsonb not null default '[]',
  epoch bigint not null default 0,
  seq bigint not null default 0,
  counters jsonb not null default '{}',
  hoppers jsonb not null default '[]',
  lanes jsonb not null default '[]',
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
) with (fillfactor = 70);
insert into device_state (tenant_id, device_id) select tenant_id, id from device;

create table device_day (
  tenant_id text not null,
  device_id uuid not null,
  site_id uuid not null,
  day date not null,
  counter text not null,
  amount bigint not null check (amount >= 0),
  primary key (tenant_id, device_id, day, counter, site_id)
);
create index device_day_site on device_day (tenant_id, day, site_id);

create table device_event (
  tenant_id text not null,
  id uuid not null,
  device_id uuid not null,
  at timestamptz not null,
  received_at timestamptz not null,
  kind text not null,
  data jsonb not null,
  primary key (tenant_id, id)
);
create index device_event_device on device_event (tenant_id, device_id, at desc);

create table device_command (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  command text not null,
  parameters jsonb not null,
  state text not null check (state in ('queued', 'sent', 'accepted', 'done', 'failed', 'expired', 'unknown')),
  expires_at timestamptz not null,
  answer_by timestamptz not null,
  give_up_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  settled_at timestamptz,
  asked_journal_at timestamptz,
  asked integer,
  counted integer,
  reason text,
  user_id uuid,
  user_name text,
  subject_kind text,
  subject_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
create unique index device_command_id on device_command (id);
create index device_command_device on device_command (tenant_id, device_id, created_at desc);
create index device_command_open on device_command (state, answer_by) where state in ('queued', 'sent', 'accepted');
create index device_command_unknown on device_command (tenant_id, device_id) where state = 'unknown';
create index device_command_subject on device_command (tenant_id, subject_kind, subject_id);

create table device_refusal (
  at timestamptz not null default now(),
  id uuid not null,
  code text not null,
  reason text not null,
  detail text not null default '',
  primary key (at, id)
);
create index device_refusal_code on device_refusal (code, at desc);
