-- Codes on paper that are good for points, tickets, coins or a card, once each.
create table voucher_batch (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  site_id uuid not null,
  value text not null check (value in ('point', 'ticket', 'coin', 'card')),
  -- of points, tickets or coins
  amount integer check (amount > 0),
  card_type_id uuid,
  card_name text,
  pieces integer not null check (pieces > 0),
  expires_at timestamptz not null,
  -- of this batch for one player; null: any number
  per_player integer check (per_player > 0),
  -- no voucher of it is good any more
  voided_at timestamptz,
  user_id uuid not null,
  user_name text not null,
  -- what it counts against the coins that the maker may give on the day: of points nothing
  day date not null,
  worth bigint not null check (worth >= 0),
  primary key (tenant_id, id),
  check ((value = 'card') = (card_type_id is not null)),
  check ((value = 'card') = (amount is null))
);
create index voucher_batch_at on voucher_batch (tenant_id, created_at desc);
create index voucher_batch_day on voucher_batch (tenant_id, user_id, day);

create table voucher (
  tenant_id text not null,
  id uuid not null,
  batch_id uuid not null,
  site_id uuid not null,
  -- on the paper
  number integer not null check (number > 0),
  -- keyed: a copy of the table opens nothing. The code itself is worked out anew from the id and the server's key
  code_hash text not null,
  voided_at timestamptz,
  redeemed_at timestamptz,
  player_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references voucher_batch (tenant_id, id),
  check ((redeemed_at is null) = (player_id is null)),
  check (redeemed_at is null or voided_at is null)
);
create unique index voucher_code on voucher (code_hash);
create unique index voucher_number on voucher (tenant_id, batch_id, number);
create index voucher_player on voucher (player_id) where player_id is not null;

-- Tries of a player: too many of them in an hour are refused. One that was right is taken away again.
create table voucher_try (
  player_id uuid not null,
  id uuid primary key,
  tried_at timestamptz not null
);
create index voucher_try_player on voucher_try (player_id, tried_at);
