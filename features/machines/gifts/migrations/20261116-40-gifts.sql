create table gift_type (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  sort integer not null,
  primary key (tenant_id, id)
);
create unique index gift_type_name on gift_type (tenant_id, lower(name));

create table gift (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  type_id uuid not null,
  name text not null,
  picture text,
  cost_fen integer not null check (cost_fen >= 0),
  stock integer not null check (stock >= 0),
  alarm_threshold integer not null check (alarm_threshold >= 0),
  primary key (tenant_id, id)
);
create unique index gift_name on gift (tenant_id, lower(name)) where removed_at is null;
create index gift_by_type on gift (tenant_id, type_id);

create table gift_placement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  gift_id uuid not null,
  stock integer not null check (stock >= 0),
  capacity integer not null check (capacity > 0),
  alarm_threshold integer not null check (alarm_threshold >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, gift_id) references gift (tenant_id, id)
);
create unique index gift_placement_device on gift_placement (tenant_id, device_id);
create index gift_placement_gift on gift_placement (tenant_id, gift_id);

create table gift_movement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  gift_id uuid not null,
  device_id uuid,
  site_id uuid,
  kind text not null check (kind in ('in', 'out', 'correct', 'load', 'unload', 'won')),
  amount integer not null check (kind = 'correct' or amount >= 0),
  missing integer not null default 0 check (missing >= 0),
  cost_fen integer not null,
  stock_before integer,
  stock_after integer check (stock_after >= 0),
  device_stock_before integer,
  device_stock_after integer check (device_stock_after >= 0),
  user_id uuid,
  user_name text,
  note text,
  request_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, gift_id) references gift (tenant_id, id)
);
create index gift_movement_time on gift_movement (tenant_id, created_at, id);
create index gift_movement_gift on gift_movement (tenant_id, gift_id, created_at);
create index gift_movement_device on gift_movement (tenant_id, device_id, created_at) where device_id is not null;
create unique index gift_movement_request on gift_movement (tenant_id, request_id) where request_id is not null;

create trigger gift_movement_append_only before update or delete on gift_movement
  for each row execute function refuse_change();
