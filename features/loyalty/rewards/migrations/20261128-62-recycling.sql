-- Where prizes come back, into which store they go, and what is asked of whoever brings them.
create table recycle_path (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null,
  site_id uuid not null,
  store_id uuid not null,
  -- pieces of one member on a business day
  per_day integer not null check (per_day > 0),
  -- how long ago a prize may have been won
  days integer not null check (days between 1 and 3650),
  -- only what the member won by plays of the own; else whatever went out of machines there
  only_won boolean not null,
  -- each piece has a number of its own that is scanned
  needs_serial boolean not null,
  primary key (tenant_id, id)
);

-- What is taken back, for how many points, and as which good it goes into the store.
create table recycle_gift (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  gift_id uuid not null,
  variant_id uuid not null,
  points integer not null check (points > 0),
  active boolean not null,
  primary key (tenant_id, id)
);
create unique index recycle_gift_once on recycle_gift (tenant_id, gift_id) where removed_at is null;

create table recycling (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  path_id uuid not null,
  gift_id uuid not null,
  variant_id uuid not null,
  player_id uuid not null,
  pieces integer not null check (pieces > 0),
  points bigint not null check (points > 0),
  document_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, path_id) references recycle_path (tenant_id, id)
);
create index recycling_at on recycling (tenant_id, created_at desc);
create index recycling_gift on recycling (tenant_id, site_id, gift_id, created_at);
create index recycling_player on recycling (player_id, tenant_id, created_at);

-- The same prize never comes back twice.
create table recycled_serial (
  tenant_id text not null,
  serial text not null,
  recycling_id uuid not null,
  primary key (tenant_id, serial),
  foreign key (tenant_id, recycling_id) references recycling (tenant_id, id)
);
