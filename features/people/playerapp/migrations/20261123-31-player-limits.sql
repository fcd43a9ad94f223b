-- what a player wants to spend in a day at most; a higher limit holds from later_from on
create table player_limit (
  player_id uuid primary key references player (id),
  changed_at timestamptz not null,
  daily_fen bigint check (daily_fen >= 0),
  later_fen bigint check (later_fen >= 0),
  later_from timestamptz
);

-- what a merchant lets any player spend in a day there
create table merchant_limit (
  tenant_id text primary key,
  changed_at timestamptz not null,
  daily_fen bigint check (daily_fen > 0)
);
