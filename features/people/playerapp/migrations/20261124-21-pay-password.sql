-- six digits that a player types before much of what is stored is spent
create table player_pay_password (
  player_id uuid primary key references player (id),
  changed_at timestamptz not null,
  password_hash text not null,
  -- what may be spent in a day without it
  free_fen bigint not null check (free_fen >= 0),
  free_coins integer not null check (free_coins >= 0),
  -- what was spent without it on that day
  spent_day date,
  spent_fen bigint not null default 0,
  spent_coins integer not null default 0,
  -- wrong ones since the last right one
  failures integer not null default 0,
  locked_until timestamptz
);

-- wishes to which the password was typed: each lets one order through
create table player_pay_confirmation (
  player_id uuid not null references player (id),
  wish_id uuid not null,
  confirmed_at timestamptz not null,
  used_at timestamptz,
  primary key (player_id, wish_id)
);
