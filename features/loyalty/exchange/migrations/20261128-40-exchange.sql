-- The last digits of the numbers of exchanges; before them stands the second.
create sequence exchange_number minvalue 0 maxvalue 99999 cycle;

-- How a merchant's points store works; one that has no row yet works by the defaults.
create table exchange_setting (
  tenant_id text primary key references tenant (id),
  open boolean not null,
  rules text not null default '',
  banner text,
  pickup_days integer not null check (pickup_days > 0),
  shipping boolean not null,
  password_above integer check (password_above >= 0)
);

create table exchange_order (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  number text not null,
  site_id uuid not null,
  player_id uuid not null references player (id),
  way text not null check (way in ('pickup', 'ship', 'counter')),
  state text not null check (state in ('asked', 'ready', 'shipped', 'done', 'cancelled', 'expired', 'refused')),
  day date not null,
  goods text not null,
  picture text,
  pieces integer not null check (pieces > 0),
  points integer not null check (points >= 0),
  tickets integer not null check (tickets >= 0),
  amount_fen integer not null check (amount_fen >= 0),
  point_transfer_id uuid,
  ticket_transfer_id uuid,
  order_id uuid,
  order_number text,
  code_hash text,
  -- until then it waits for the member: for the pick-up, or for the word at the counter
  waits_until timestamptz,
  receiver text not null default '',
  phone text not null default '',
  address text not null default '',
  carrier text not null default '',
  tracking_number text not null default '',
  reason text not null default '',
  step integer,
  user_id uuid,
  user_name text,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check (points > 0 or tickets > 0 or amount_fen > 0),
  check ((way = 'counter') = (step is not null)),
  check ((way = 'pickup') = (code_hash is not null))
);
create unique index exchange_order_code on exchange_order (code_hash);
-- a member code serves one sale at the counter; whoever sells takes the player's turn and looks here
create index exchange_order_step on exchange_order (player_id, step);
create index exchange_order_created_at on exchange_order (tenant_id, created_at desc);
create index exchange_order_player on exchange_order (player_id, created_at desc);
create index exchange_order_waiting on exchange_order (waits_until) where state in ('asked', 'ready');

create table exchange_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  good_id uuid not null,
  variant_id uuid not null,
  good_name text not null,
  variant_name text not null,
  picture text,
  pieces integer not null check (pieces > 0),
  price_points integer not null,
  price_tickets integer not null,
  price_fen integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references exchange_order (tenant_id, id)
);
create index exchange_line_order on exchange_line (tenant_id, order_id);
create index exchange_line_good on exchange_line (tenant_id, good_id);
