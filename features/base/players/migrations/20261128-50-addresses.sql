create table player_address (
  player_id uuid not null references player (id),
  id uuid not null primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz not null,
  name text not null,
  phone text not null,
  region text not null,
  street text not null
);
create index player_address_player on player_address (player_id, used_at desc);
