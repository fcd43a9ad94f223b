-- No index makes a line unique for a player: records of players are joined row by row, and the cart adds up what is twice.
create table shop_cart_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  player_id uuid not null references player (id),
  site_id uuid not null,
  variant_id uuid not null,
  pieces integer not null check (pieces > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, variant_id) references good_variant (tenant_id, id)
);
create index shop_cart_line_player on shop_cart_line (player_id, tenant_id, site_id);

create table shop_order (
  tenant_id text not null references tenant (id),
  order_id uuid not null,
  created_at timestamptz not null default now(),
  order_number text,
  site_id uuid not null,
  store_id uuid not null,
  player_id uuid not null references player (id),
  state text not null
    check (state in ('unpaid', 'waiting', 'handedOut', 'shipped', 'refunding', 'refunded', 'givenUp')),
  state_before text check (state_before in ('waiting', 'handedOut', 'shipped')),
  delivery text not null check (delivery in ('pickUp', 'ship')),
  title text not null,
  pieces integer not null check (pieces > 0),
  amount_fen bigint not null check (amount_fen > 0),
  day date not null,
  from_cart boolean not null,
  receiver jsonb,
  code_hash text,
  carrier text,
  tracking_number text,
  paid_at timestamptz,
  handed_at timestamptz,
  ended_at timestamptz,
  user_id uuid,
  user_name text,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, store_id) references stock_store (tenant_id, id),
  check ((state = 'refunding') = (state_before is not null)),
  check (state in ('unpaid', 'givenUp') or (paid_at is not null and order_number is not null))
);
create unique index shop_order_code on shop_order (tenant_id, code_hash) where code_hash is not null;
create index shop_order_paid on shop_order (tenant_id, paid_at desc, order_id) where paid_at is not null;
create index shop_order_player on shop_order (player_id);

create table shop_order_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  place integer not null,
  good_id uuid not null,
  variant_id uuid not null,
  name text not null,
  variant_name text not null,
  picture text,
  pieces integer not null check (pieces > 0),
  unit_fen integer not null check (unit_fen > 0),
  amount_fen bigint not null check (amount_fen >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references shop_order (tenant_id, order_id),
  foreign key (tenant_id, variant_id) references good_variant (tenant_id, id)
);
create index shop_order_line_order on shop_order_line (tenant_id, order_id, place);
create index shop_order_line_good on shop_order_line (tenant_id, good_id);
