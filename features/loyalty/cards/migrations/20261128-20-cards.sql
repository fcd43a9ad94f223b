-- What a card gives stands in `terms`, once for the type and once, as it was when it was sold, for each card.
create table card_type (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null check (char_length(name) <= 20),
  image text,
  intro text not null default '',
  price_fen integer not null check (price_fen > 0),
  -- null: as many as people want
  stock integer check (stock >= 0),
  per_player integer check (per_player > 0),
  on_sale boolean not null,
  terms jsonb not null,
  primary key (tenant_id, id)
);
create unique index card_type_name on card_type (tenant_id, lower(name)) where removed_at is null;

-- A card together with coins, at a price of its own.
create table card_package (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  type_id uuid not null,
  name text not null check (char_length(name) <= 20),
  price_fen integer not null check (price_fen > 0),
  coins integer not null check (coins > 0),
  active boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, type_id) references card_type (tenant_id, id)
);
create unique index card_package_name on card_package (tenant_id, type_id, lower(name)) where removed_at is null;

create table benefit_card (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  type_id uuid not null,
  player_id uuid not null,
  site_id uuid not null,
  name text not null,
  image text,
  terms jsonb not null,
  -- of all that was paid or given for it and not taken back
  days integer not null check (days >= 0),
  -- both null until it is used for the first time, where its days begin then
  first_day date,
  expires_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, type_id) references card_type (tenant_id, id),
  check ((first_day is null) = (expires_at is null))
);
create index benefit_card_player on benefit_card (tenant_id, player_id, created_at desc);

-- Every time a card was bought, given or made longer.
create table card_grant (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  type_id uuid not null,
  package_id uuid,
  player_id uuid not null,
  site_id uuid not null,
  source text not null check (source in ('order', 'gift', 'groupBuy')),
  order_id uuid,
  order_number text,
  -- null: ordered and not paid yet
  card_id uuid,
  given_at timestamptz,
  name text not null,
  days integer not null check (days > 0),
  price_fen integer not null check (price_fen >= 0),
  -- of the price: what the card without its coins costs
  card_fen integer not null check (card_fen between 0 and price_fen),
  coins integer not null check (coins >= 0),
  coins_back integer not null default 0,
  -- what a refund of it gives back, once somebody has decided
  refund_fen integer check (refund_fen between 0 and price_fen),
  ended_at timestamptz,
  -- never paid, or all of it went back: it counts towards no limit and no stock
  given_up_at timestamptz,
  reason text,
  user_id uuid,
  user_name text,
  -- on which a gift counts towards the limit of the person, and how much
  day date,
  worth integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, type_id) references card_type (tenant_id, id),
  foreign key (tenant_id, card_id) references benefit_card (tenant_id, id),
  check ((source = 'order') = (order_id is not null)),
  check ((card_id is null) = (given_at is null)),
  check (coins_back between 0 and coins),
  check (coins > 0 or card_fen = price_fen)
);
create unique index card_grant_order on card_grant (tenant_id, order_id) where order_id is not null;
create index card_grant_of on card_grant (tenant_id, card_id, id);
create index card_grant_sold on card_grant (tenant_id, type_id) where given_up_at is null;
create index card_grant_player on card_grant (tenant_id, player_id, type_id) where given_up_at is null;
create index card_grant_list on card_grant (tenant_id, created_at desc);
create index card_grant_person on card_grant (tenant_id, user_id, day) where source = 'gift';

-- What was used of a card on a business day. The row is held while something is taken.
create table card_day (
  tenant_id text not null,
  card_id uuid not null,
  day date not null,
  plays integer not null default 0 check (plays >= 0),
  coins integer not null default 0 check (coins >= 0),
  -- plays of earlier days that came to nothing and can be played on this one
  extra_plays integer not null default 0 check (extra_plays >= 0),
  primary key (tenant_id, card_id, day),
  foreign key (tenant_id, card_id) references benefit_card (tenant_id, id)
);

create table card_use (
  tenant_id text not null,
  id uuid not null,
  used_at timestamptz not null,
  card_id uuid not null,
  player_id uuid not null,
  site_id uuid not null,
  day date not null,
  unit text not null check (unit in ('play', 'coin')),
  amount integer not null check (amount > 0),
  -- did not come, and can be played again; of that, on a later day
  given_back integer not null default 0,
  late_back integer not null default 0,
  -- plays: the order they paid
  order_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, card_id) references benefit_card (tenant_id, id),
  check (given_back between 0 and amount),
  check (late_back between 0 and given_back),
  check ((unit = 'play') = (order_id is not null))
);
create unique index card_use_order on card_use (tenant_id, order_id, card_id) where order_id is not null;
create index card_use_of on card_use (tenant_id, card_id, used_at desc);
create index card_use_player on card_use (player_id);
