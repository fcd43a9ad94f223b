create table cash_gain (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  type text not null,
  hour_at timestamptz not null,
  day date not null,
  coins bigint not null default 0 check (coins >= 0),
  coins_per_yuan integer check (coins_per_yuan > 0),
  notes bigint not null default 0 check (notes >= 0),
  notes_fen bigint not null default 0 check (notes_fen >= 0),
  cash_fen bigint not null default 0 check (cash_fen >= 0),
  hidden_at timestamptz,
  hidden_by text,
  primary key (tenant_id, id)
);
-- What comes in an hour that was hidden begins a new row: it must not be hidden with the old one.
create unique index cash_gain_hour on cash_gain (tenant_id, device_id, site_id, hour_at) where hidden_at is null;
create index cash_gain_order on cash_gain (tenant_id, hour_at desc);
create index cash_gain_site on cash_gain (tenant_id, site_id, day);

create table coin_dispense (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  source text not null check (source in ('note', 'order', 'staff')),
  pay_way text,
  paid_yuan integer check (paid_yuan > 0),
  asked integer check (asked >= 0),
  counted integer check (counted >= 0),
  outcome text not null
    check (outcome in ('pending', 'full', 'partial', 'jam', 'empty', 'timeout', 'failed', 'unknown')),
  reason text,
  command_id uuid,
  subject_kind text,
  subject_id text,
  user_name text,
  settled_at timestamptz,
  primary key (tenant_id, id)
);
create unique index coin_dispense_command on coin_dispense (tenant_id, command_id) where command_id is not null;
create index coin_dispense_order on coin_dispense (tenant_id, created_at desc);
create index coin_dispense_device on coin_dispense (tenant_id, device_id, created_at desc);
create index coin_dispense_pending on coin_dispense (tenant_id, device_id, created_at) where outcome = 'pending';

create table exchange_account (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  created_at timestamptz not null default now(),
  base_coins bigint check (base_coins >= 0),
  base_at timestamptz,
  loaded bigint not null default 0 check (loaded >= 0),
  out bigint not null default 0 check (out >= 0),
  primary key (tenant_id, device_id)
);

create table exchange_entry (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  kind text not null check (kind in ('opening', 'load', 'machineLoad', 'out', 'emptied', 'count')),
  day date not null,
  coins bigint not null,
  expected bigint,
  counted bigint,
  user_name text,
  remark text not null default '',
  request_id uuid,
  awaits_echo boolean not null default false,
  echo_coins integer,
  primary key (tenant_id, id)
);
create unique index exchange_entry_out on exchange_entry (tenant_id, device_id, day) where kind = 'out';
create unique index exchange_entry_request on exchange_entry (tenant_id, request_id) where request_id is not null;
create index exchange_entry_order on exchange_entry (tenant_id, device_id, created_at desc);
create index exchange_entry_echo on exchange_entry (tenant_id, device_id) where awaits_echo;

create table exchange_stocktake (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  user_id uuid not null,
  user_name text not null,
  remark text not null default '',
  request_id uuid,
  state text not null check (state in ('counting', 'done', 'failed')),
  hoppers jsonb not null default '[]',
  reason text,
  expected bigint,
  counted bigint,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index exchange_stocktake_request on exchange_stocktake (tenant_id, request_id) where request_id is not null;
-- One count of a machine at a time.
create unique index exchange_stocktake_open on exchange_stocktake (tenant_id, device_id) where state = 'counting';

create table coin_issue (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  way text not null check (way in ('member', 'machine')),
  player_id uuid,
  player_name text,
  device_id uuid,
  code text,
  coins integer not null check (coins > 0),
  counted integer check (counted >= 0),
  state text not null check (state in ('pending', 'done', 'failed', 'unknown')),
  remark text not null,
  reason text,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  request_id uuid not null,
  command_id uuid,
  settled_at timestamptz,
  primary key (tenant_id, id)
);
create unique index coin_issue_request on coin_issue (tenant_id, user_id, request_id);
create index coin_issue_order on coin_issue (tenant_id, created_at desc);
create index coin_issue_day on coin_issue (tenant_id, user_id, day);

create table coin_issue_limit (
  tenant_id text not null references tenant (id),
  per_day integer not null check (per_day >= 0),
  primary key (tenant_id)
);

create table coin_deposit (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  unit text not null check (unit in ('coin', 'ticket')),
  amount integer check (amount >= 0),
  state text not null check (state in ('counting', 'waiting', 'booked', 'empty', 'unknown')),
  reason text,
  player_id uuid,
  command_id uuid,
  booked_at timestamptz,
  booked_by text,
  primary key (tenant_id, id)
);
create unique index coin_deposit_command on coin_deposit (tenant_id, command_id) where command_id is not null;
create index coin_deposit_order on coin_deposit (tenant_id, created_at desc);

create table cash_taking (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid,
  user_id uuid not null,
  user_name text not null,
  order_id uuid not null,
  order_number text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  state text not null check (state in ('held', 'rejected', 'confirmed')),
  reject_reason text,
  handover_id uuid,
  primary key (tenant_id, id)
);
create index cash_taking_order on cash_taking (tenant_id, created_at desc);
create index cash_taking_held on cash_taking (tenant_id, user_id) where state <> 'confirmed';

create table cash_handover (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  cashier_id uuid not null,
  cashier_name text not null,
  takings integer not null check (takings > 0),
  expected_fen bigint not null,
  counted_fen bigint not null,
  remark text not null default '',
  primary key (tenant_id, id)
);
create index cash_handover_order on cash_handover (tenant_id, created_at desc);
