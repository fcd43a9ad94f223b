create table product_template (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  type text not null,
  name text not null,
  price_fen integer not null check (price_fen >= 0),
  cost_fen integer not null check (cost_fen >= 0),
  image text,
  english_name text,
  packing_tip text,
  partner_number text,
  brand text,
  production_date date,
  expiry_date date,
  warn_days integer not null check (warn_days >= 0),
  usage text,
  instructions text,
  primary key (tenant_id, id),
  check (production_date <= expiry_date)
);
create unique index product_template_name on product_template (tenant_id, lower(name)) where removed_at is null;

create table vending_lane (
  tenant_id text not null references tenant (id),
  id uuid not null,
  device_id uuid not null,
  lane integer not null check (lane between 1 and 800),
  template_id uuid,
  stock integer not null default 0 check (stock >= 0),
  low_at integer check (low_at >= 0),
  filled_at timestamptz,
  reported_stock integer check (reported_stock >= 0),
  differs_since timestamptz,
  untold boolean not null default false,
  told_command_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, template_id) references product_template (tenant_id, id)
);
create unique index vending_lane_lane on vending_lane (tenant_id, device_id, lane);
create index vending_lane_template on vending_lane (tenant_id, template_id) where template_id is not null;
create index vending_lane_untold on vending_lane (tenant_id, device_id) where untold;
create index vending_lane_differs on vending_lane (differs_since) where differs_since is not null;

create table vending_movement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  lane integer not null,
  template_id uuid,
  kind text not null check (kind in ('load', 'unload', 'sold', 'test', 'correct', 'report')),
  amount integer not null check (kind in ('correct', 'report') or amount >= 0),
  missing integer not null default 0 check (missing >= 0),
  stock_before integer not null check (stock_before >= 0),
  stock_after integer not null check (stock_after >= 0),
  cost_fen integer not null,
  user_id uuid,
  user_name text,
  note text,
  command_id uuid,
  request_id uuid,
  round_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, template_id) references product_template (tenant_id, id)
);
create index vending_movement_time on vending_movement (tenant_id, created_at, id);
create index vending_movement_device on vending_movement (tenant_id, device_id, created_at);
create unique index vending_movement_command on vending_movement (tenant_id, command_id) where command_id is not null;
create index vending_movement_request on vending_movement (tenant_id, request_id) where request_id is not null;
create trigger vending_movement_append_only before update or delete on vending_movement
  for each row execute function refuse_change();

create table vending_round (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  state text not null check (state in ('open', 'done')),
  user_id uuid not null,
  user_name text not null,
  primary key (tenant_id, id)
);
create index vending_round_time on vending_round (tenant_id, created_at);

create table vending_round_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  round_id uuid not null,
  sort integer not null,
  site_id uuid not null,
  device_id uuid not null,
  lane integer not null,
  template_id uuid not null,
  planned integer not null check (planned > 0),
  was_empty boolean not null,
  packed boolean not null default false,
  filled integer check (filled >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references vending_round (tenant_id, id),
  foreign key (tenant_id, template_id) references product_template (tenant_id, id)
);
create unique index vending_round_line_lane on vending_round_line (tenant_id, round_id, device_id, lane);
