-- Plays that staff gave to a member, and what became of each: paid for with one, it names the order.
create table free_play (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  player_id uuid not null,
  site_id uuid not null,
  plays integer not null check (plays > 0),
  used integer not null default 0 check (used between 0 and plays),
  reason text not null,
  user_id uuid not null,
  user_name text not null,
  -- on which it counts towards the limit of the person
  day date not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, player_id) references member (tenant_id, id)
);
create index free_play_player on free_play (tenant_id, player_id, expires_at);
create index free_play_list on free_play (tenant_id, created_at desc);
create index free_play_person on free_play (tenant_id, user_id, day);

create table free_play_use (
  tenant_id text not null,
  order_id uuid not null,
  free_play_id uuid not null,
  used_at timestamptz not null,
  given_back_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, free_play_id) references free_play (tenant_id, id)
);
create index free_play_use_of on free_play_use (tenant_id, free_play_id);
