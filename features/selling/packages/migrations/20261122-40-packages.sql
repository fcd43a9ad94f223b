create table price_package (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  site_id uuid not null,
  device_id uuid,
  kind text not null check (kind in ('coins', 'stored')),
  name text not null,
  price_fen integer not null check (price_fen > 0),
  coins integer not null check (coins > 0),
  bonus_coins integer not null check (bonus_coins >= 0),
  recommended boolean not null default false,
  active boolean not null,
  from_day date,
  to_day date check (to_day >= from_day),
  hours jsonb not null,
  audience text not null check (audience in ('everyone', 'first', 'returning')),
  away_days integer check (away_days > 0),
  per_player integer check (per_player > 0),
  per_player_day integer check (per_player_day > 0),
  discountable boolean not null,
  primary key (tenant_id, id),
  check (audience <> 'returning' or away_days is not null)
);
create unique index price_package_name on price_package (
  tenant_id, site_id, kind, coalesce(device_id, '00000000-0000-0000-0000-000000000000'), lower(name)
) where removed_at is null;
-- One is recommended, or none.
create unique index price_package_recommended on price_package (
  tenant_id, site_id, kind, coalesce(device_id, '00000000-0000-0000-0000-000000000000')
) where recommended and removed_at is null;
create index price_package_list on price_package (tenant_id, kind, price_fen) where removed_at is null;

create table price_discount (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  site_id uuid not null,
  name text not null check (char_length(name) <= 20),
  basis_points integer not null check (basis_points between 1 and 10000),
  things jsonb not null,
  with_level boolean not null,
  active boolean not null,
  from_day date,
  to_day date check (to_day >= from_day),
  hours jsonb not null,
  primary key (tenant_id, id)
);
create unique index price_discount_name on price_discount (tenant_id, site_id, lower(name)) where removed_at is null;

create table price_terms (
  tenant_id text not null references tenant (id),
  id uuid not null,
  rounding text not null check (rounding in ('fen', 'jiao', 'yuan')),
  primary key (tenant_id, id)
);

create table price_version (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  number integer not null check (number > 0),
  created_by_name text not null,
  rules jsonb not null,
  primary key (tenant_id, id)
);
create unique index price_version_number on price_version (tenant_id, site_id, number);
create trigger price_version_append_only before update or delete on price_version
  for each row execute function refuse_change();

create table priced_order (
  tenant_id text not null references tenant (id),
  order_id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  player_id uuid,
  package_id uuid,
  version_id uuid,
  choice jsonb not null,
  circumstances jsonb not null,
  lines jsonb not null,
  total_fen integer not null check (total_fen > 0),
  given_up_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, version_id) references price_version (tenant_id, id)
);
create index priced_order_player on priced_order (tenant_id, player_id, package_id)
  where player_id is not null and package_id is not null and given_up_at is null;
