-- Two records are to be joined once its time has come; until then either side can call it off.
create table player_join_wish (
  id uuid primary key,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  from_player uuid not null references player (id),
  into_player uuid not null references player (id) check (into_player <> from_player),
  -- staff who asked; null: the player
  tenant_id text references tenant (id),
  user_id uuid,
  user_name text,
  reason text not null default '',
  ended_at timestamptz,
  outcome text check (outcome in ('joined', 'calledOff', 'failed')),
  check ((ended_at is null) = (outcome is null)),
  check ((tenant_id is null) = (user_id is null))
);
create unique index player_join_wish_open on player_join_wish (from_player) where ended_at is null;
create index player_join_wish_into on player_join_wish (into_player);
create index player_join_wish_due on player_join_wish (due_at) where ended_at is null;
