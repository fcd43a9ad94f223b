-- Codes that Douyin and Meituan sell: authorised accounts, their stores and deals, verifications, and what the platforms
-- say of a day.
create table group_buy_account (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  platform text not null check (platform in ('douyin', 'meituan')),
  reach text not null check (reach in ('account', 'store')),
  account_number text not null,
  name text not null,
  access_sealed text not null,
  authorised_at timestamptz not null,
  renew_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  user_id uuid,
  user_name text,
  problem text,
  primary key (tenant_id, id)
);
create unique index group_buy_account_once on group_buy_account (platform, reach, account_number) where ended_at is null;

create table group_buy_authorisation (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  platform text not null check (platform in ('douyin', 'meituan')),
  reach text not null check (reach in ('account', 'store')),
  state_hash text not null,
  used_at timestamptz,
  user_id uuid,
  user_name text,
  primary key (tenant_id, id)
);
create unique index group_buy_authorisation_state on group_buy_authorisation (state_hash);

create table group_buy_store (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  account_id uuid not null,
  access_id uuid,
  platform text not null check (platform in ('douyin', 'meituan')),
  store_number text not null,
  name text not null,
  address text not null,
  site_id uuid,
  bound_at timestamptz,
  gone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references group_buy_account (tenant_id, id),
  foreign key (tenant_id, access_id) references group_buy_account (tenant_id, id),
  check ((site_id is null) = (bound_at is null))
);
create unique index group_buy_store_once on group_buy_store (tenant_id, platform, store_number);
create index group_buy_store_site on group_buy_store (tenant_id, site_id);

create table group_buy_deal (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  platform text not null check (platform in ('douyin', 'meituan')),
  deal_number text not null,
  title text not null,
  price_fen bigint not null check (price_fen >= 0),
  on_sale boolean not null,
  gone_at timestamptz,
  primary key (tenant_id, id)
);
create unique index group_buy_deal_once on group_buy_deal (tenant_id, platform, deal_number);

create table group_buy_mapping (
  tenant_id text not null,
  id uuid not null,
  deal_id uuid not null,
  version integer not null,
  from_at timestamptz not null,
  -- null: from then on it can not be verified
  worth jsonb,
  user_id uuid not null,
  user_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references group_buy_deal (tenant_id, id)
);
create unique index group_buy_mapping_version on group_buy_mapping (tenant_id, deal_id, version);

create table group_buy_verification (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  platform text not null check (platform in ('douyin', 'meituan')),
  state text not null check (state in
    ('prepared', 'verifying', 'verified', 'granted', 'cancelling', 'cancelled', 'refused', 'lapsed')),
  account_id uuid not null,
  store_id uuid not null,
  site_id uuid not null,
  deal_id uuid not null,
  mapping_id uuid not null,
  title text not null,
  worth jsonb not null,
  amount_fen bigint not null check (amount_fen > 0),
  uses_left integer not null check (uses_left > 0),
  entrance text not null check (entrance in ('counter', 'player')),
  player_id uuid,
  user_id uuid,
  user_name text,
  code_hash text not null,
  code_end text not null,
  code_sealed text not null,
  cancel_sealed text,
  expires_at timestamptz,
  sent_at timestamptz,
  verify_number text,
  record_number text,
  cancel_until timestamptz,
  verified_at timestamptz,
  granted_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('staff', 'platform')),
  cancel_reason text,
  cancel_user_id uuid,
  cancel_user_name text,
  order_id uuid,
  order_number text,
  given_id uuid,
  given_turn integer not null default 0,
  loss_fen bigint check (loss_fen > 0),
  settled_fen bigint,
  settled_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  problem text,
  primary key (tenant_id, id),
  foreign key (tenant_id, store_id) references group_buy_store (tenant_id, id),
  foreign key (tenant_id, deal_id) references group_buy_deal (tenant_id, id),
  foreign key (tenant_id, mapping_id) references group_buy_mapping (tenant_id, id),
  -- nothing is given that the platform has not verified, and nothing is given without its order
  check (state not in ('verified', 'granted', 'cancelling', 'cancelled') or verified_at is not null),
  check (state not in ('granted', 'cancelling') or (order_id is not null and granted_at is not null)),
  check (state in ('prepared', 'refused', 'lapsed') or (player_id is not null and sent_at is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (loss_fen is null or state = 'cancelled'),
  -- somebody looks at everything that has not come to an end
  check (state not in ('prepared', 'verifying', 'verified', 'cancelling') or next_try_at is not null)
);
-- of many who verify the same thing at once one is first
create unique index group_buy_verification_under_way
  on group_buy_verification (tenant_id, platform, code_hash) where state in ('verifying', 'verified', 'cancelling');
-- a line of the platform's records is one of ours
create unique index group_buy_verification_record
  on group_buy_verification (tenant_id, platform, record_number) where record_number is not null;
create unique index group_buy_verification_order
  on group_buy_verification (tenant_id, order_id) where order_id is not null;
create index group_buy_verification_newest on group_buy_verification (tenant_id, created_at desc);
create index group_buy_verification_player on group_buy_verification (player_id, created_at desc)
  where player_id is not null;
create index group_buy_verification_code on group_buy_verification (platform, code_hash);
create index group_buy_verification_due on group_buy_verification (next_try_at) where next_try_at is not null;
create index group_buy_verification_verified
  on group_buy_verification (tenant_id, account_id, verified_at) where verified_at is not null;

create table group_buy_step (
  tenant_id text not null,
  id uuid not null,
  verification_id uuid not null,
  at timestamptz not null,
  state text not null,
  user_name text,
  words text,
  primary key (tenant_id, id),
  foreign key (tenant_id, verification_id) references group_buy_verification (tenant_id, id)
);
create index group_buy_step_of on group_buy_step (tenant_id, verification_id, at);

create table group_buy_try (
  player_id uuid not null,
  id uuid primary key,
  tried_at timestamptz not null
);
create index group_buy_try_of on group_buy_try (player_id, tried_at);

create table group_buy_notice (
  id text primary key,
  platform text not null,
  event text not null,
  taken_at timestamptz not null,
  about integer not null
);

create table group_buy_day (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  platform text not null,
  day date not null,
  compared_at timestamptz not null,
  verified integer not null,
  verified_fen bigint not null,
  cancelled integer not null,
  settled_fen bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references group_buy_account (tenant_id, id)
);
create unique index group_buy_day_once on group_buy_day (tenant_id, account_id, day);

create table group_buy_difference (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  account_id uuid not null,
  platform text not null,
  day date not null,
  difference text not null check (difference in ('unknown', 'absent', 'amount', 'state')),
  subject text not null,
  code_end text,
  title text not null,
  store_id uuid,
  site_id uuid,
  verification_id uuid,
  our_fen bigint,
  their_fen bigint,
  our_state text,
  their_state text,
  state text not null check (state in ('open', 'mended', 'noted')),
  ended_at timestamptz,
  ended_by uuid,
  ended_by_name text,
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references group_buy_account (tenant_id, id),
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'noted' or (ended_by is not null and note <> ''))
);
create unique index group_buy_difference_once on group_buy_difference (tenant_id, account_id, subject, difference);
create index group_buy_difference_newest on group_buy_difference (tenant_id, created_at desc);

-- Codes are a way to pay that the platform settles with the merchant; what they give in plays is nobody's gift.
alter table orders
  drop constraint orders_pay_way_check,
  add constraint orders_pay_way_check
    check (pay_way in ('wechat', 'alipay', 'counter', 'balance', 'groupBuy', 'coin', 'freePlay', 'card')),
  add constraint orders_group_buy_check
    check (pay_way <> 'groupBuy' or (unit = 'fen' and settles_to = 'earnings' and player_id is not null));

create or replace function order_coins(fulfilment jsonb) returns bigint language sql immutable parallel safe
return case when fulfilment ->> 'name' in ('coins', 'groupBuy')
  then coalesce((fulfilment -> 'plan' ->> 'coins')::bigint, 0) else 0 end;

-- Who buys plays with a first code is no member yet: that follows from the order, moments later.
alter table free_play
  drop constraint free_play_tenant_id_player_id_fkey,
  add column order_id uuid,
  alter column user_id drop not null,
  alter column user_name drop not null,
  alter column day drop not null,
  add constraint free_play_giver_check
    check ((order_id is null) = (user_id is not null) and (user_id is null) = (user_name is null)
      and (user_id is null) = (day is null));
create unique index free_play_order on free_play (tenant_id, order_id) where order_id is not null and revoked_at is null;
