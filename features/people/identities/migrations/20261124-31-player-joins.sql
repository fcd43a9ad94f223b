-- Two records of one person became one, by the person's own word or by staff with a reason. It can be undone for a while.
create table player_join (
  id uuid primary key,
  joined_at timestamptz not null,
  from_player uuid not null references player (id),
  into_player uuid not null references player (id) check (into_player <> from_player),
  -- staff who did it; null: the player
  tenant_id text references tenant (id),
  user_id uuid,
  user_name text,
  reason text not null default '',
  undo_until timestamptz not null,
  split_at timestamptz,
  -- so often value was moved: with the joining, and when something came late
  rounds integer not null default 0,
  check ((tenant_id is null) = (user_id is null))
);
create unique index player_join_open on player_join (from_player) where split_at is null;
create index player_join_into on player_join (into_player);

-- What was moved of each account, and what of it went back.
create table player_join_value (
  join_id uuid not null references player_join (id),
  tenant_id text not null references tenant (id),
  purpose text not null,
  unit text not null,
  moved bigint not null check (moved > 0),
  returned bigint not null default 0 check (returned between 0 and moved),
  primary key (join_id, tenant_id, purpose, unit)
);

-- Which rows changed hands: those go back, and none that came about later.
create table player_join_row (
  join_id uuid not null references player_join (id),
  table_name text not null,
  row_key jsonb not null,
  primary key (join_id, table_name, row_key)
);
