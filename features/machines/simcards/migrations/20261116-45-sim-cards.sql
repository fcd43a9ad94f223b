create table sim_card (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  kind text not null check (kind in ('sim', 'ic')),
  number text not null,
  operator text,
  device_id uuid check (device_id is null or kind = 'sim'),
  expires_on date,
  traffic_limit_bytes bigint check (traffic_limit_bytes >= 0),
  holder text,
  enabled boolean not null default true,
  remark text,
  primary key (tenant_id, id)
);
create unique index sim_card_number on sim_card (tenant_id, kind, number) where removed_at is null;
create unique index sim_card_device on sim_card (tenant_id, device_id) where device_id is not null and removed_at is null;
create index sim_card_expiry on sim_card (tenant_id, expires_on) where removed_at is null;

create table sim_card_event (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  card_id uuid not null,
  kind text not null check (kind in ('added', 'assigned', 'unassigned', 'renewed')),
  device_id uuid,
  device_code text,
  months integer,
  expires_before date,
  expires_after date,
  user_id uuid not null,
  user_name text not null,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, card_id) references sim_card (tenant_id, id)
);
create index sim_card_event_card on sim_card_event (tenant_id, card_id, created_at);
create trigger sim_card_event_append_only before update or delete on sim_card_event
  for each row execute function refuse_change();

create table sim_card_traffic (
  tenant_id text not null references tenant (id),
  card_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  used_bytes bigint not null check (used_bytes >= 0),
  primary key (tenant_id, card_id, month),
  foreign key (tenant_id, card_id) references sim_card (tenant_id, id)
);
