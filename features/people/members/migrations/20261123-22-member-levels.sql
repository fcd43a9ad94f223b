create table member_level (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null check (char_length(name) <= 20),
  rank integer not null check (rank between 1 and 20),
  top_up_fen bigint check (top_up_fen > 0),
  bonus_coins integer not null default 0 check (bonus_coins >= 0),
  spend_fen bigint check (spend_fen > 0),
  basis_points integer not null check (basis_points between 1 and 10000),
  keep_days integer check (keep_days > 0),
  primary key (tenant_id, id),
  check (top_up_fen is not null or spend_fen is not null),
  check (bonus_coins = 0 or top_up_fen is not null)
);
create unique index member_level_name on member_level (tenant_id, lower(name)) where removed_at is null;
create unique index member_level_rank on member_level (tenant_id, rank) where removed_at is null;

alter table member
  add column level_id uuid,
  add column level_since timestamptz,
  -- from then on it is judged anew; null: it stays
  add column level_until timestamptz,
  add foreign key (tenant_id, level_id) references member_level (tenant_id, id);
create index member_of_level on member (tenant_id, level_id) where level_id is not null;
create index member_level_due on member (level_until) where level_until is not null;

-- Every step up and down, with the coins that came with it.
create table member_step (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  player_id uuid not null,
  from_level_id uuid,
  to_level_id uuid,
  reason text not null check (reason in ('topUp', 'spend', 'judged')),
  site_id uuid,
  bonus_coins integer not null default 0 check (bonus_coins >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, player_id) references member (tenant_id, id)
);
create index member_step_player on member_step (tenant_id, player_id, id);
-- A level gives its coins once, however often it is reached.
create unique index member_step_bonus on member_step (tenant_id, player_id, to_level_id) where bonus_coins > 0;

create table level_discount (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  level_id uuid not null,
  name text not null check (char_length(name) <= 20),
  basis_points integer not null check (basis_points between 1 and 10000),
  active boolean not null,
  from_day date,
  to_day date check (to_day >= from_day),
  hours jsonb not null,
  -- empty: all of them
  site_ids uuid[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, level_id) references member_level (tenant_id, id)
);
create unique index level_discount_name on level_discount (tenant_id, lower(name)) where removed_at is null;
