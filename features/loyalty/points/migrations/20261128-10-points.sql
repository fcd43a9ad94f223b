-- What a merchant gives for spending, how long points and tickets last, and what they are worth. A merchant without a row
-- gives nothing, and what its players have lasts for ever.
create table point_rule (
  tenant_id text primary key references tenant (id),
  -- null: nothing is earned by spending; orders that were settled before never earn
  active_since timestamptz,
  per_yuan integer not null default 0 check (per_yuan between 0 and 1000),
  per_coin integer not null default 0 check (per_coin between 0 and 1000),
  -- days until what is earned from now on expires; null: never
  point_days integer check (point_days between 1 and 3650),
  ticket_days integer check (ticket_days between 1 and 3650),
  notice_days integer not null default 14 check (notice_days between 1 and 90),
  -- what a hundred points are worth to the merchant
  worth_fen integer not null default 0 check (worth_fen between 0 and 1000000),
  -- for those who are not the owner: at one time, and in a day
  adjust_most integer not null default 500 check (adjust_most >= 0),
  adjust_per_day integer not null default 2000 check (adjust_per_day >= 0)
);

-- Where a site gives otherwise, and what a level gets of it.
create table point_rate (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('site', 'level')),
  subject_id uuid not null,
  per_yuan integer check (per_yuan between 0 and 1000),
  per_coin integer check (per_coin between 0 and 1000),
  percent integer check (percent between 0 and 1000),
  primary key (tenant_id, id),
  check (case kind when 'site' then per_yuan is not null and per_coin is not null else percent is not null end)
);
create unique index point_rate_subject on point_rate (tenant_id, kind, subject_id);

-- What was earned when, until when it lasts, and what is left of it. Lots of an account add up to its balance.
create table point_lot (
  tenant_id text not null,
  id uuid not null default gen_random_uuid(),
  -- in which sequence they came: of two that expire at the same time the first is taken first
  place bigint generated always as identity,
  account_id uuid not null references ledger_account (id),
  site_id uuid not null,
  player_id uuid not null,
  unit text not null check (unit in ('point', 'ticket')),
  -- the movement that brought it; null: it was there before there were lots
  transfer_id uuid,
  earned_at timestamptz not null,
  -- null: never
  expires_at timestamptz,
  amount bigint not null check (amount > 0),
  left_amount bigint not null check (left_amount between 0 and amount),
  primary key (tenant_id, id)
);
create index point_lot_account on point_lot (account_id, expires_at, earned_at) where left_amount > 0;
create index point_lot_due on point_lot (expires_at) where left_amount > 0 and expires_at is not null;
create index point_lot_soon on point_lot (tenant_id, expires_at) where left_amount > 0;
create index point_lot_player on point_lot (player_id) where left_amount > 0;

-- Which lots a movement took from; what comes back of it keeps its day.
create table point_lot_use (
  tenant_id text not null,
  lot_id uuid not null,
  transfer_id uuid not null,
  amount bigint not null check (amount > 0),
  returned bigint not null default 0 check (returned between 0 and amount),
  primary key (tenant_id, lot_id, transfer_id),
  foreign key (tenant_id, lot_id) references point_lot (tenant_id, id)
);
create index point_lot_use_transfer on point_lot_use (transfer_id);

-- Every movement of points and tickets of players, as the lists show it.
create table point_movement (
  tenant_id text not null,
  -- grows with the time and, within it, in the sequence in which they were booked
  id uuid not null,
  created_at timestamptz not null,
  site_id uuid not null,
  player_id uuid not null,
  unit text not null check (unit in ('point', 'ticket')),
  kind text not null,
  flow text not null check (flow in ('issued', 'spent', 'expired', 'reversed', 'adjusted', 'moved')),
  amount bigint not null,
  balance_after bigint not null,
  transfer_id uuid not null,
  subject_kind text,
  subject_id text,
  remark text not null default '',
  primary key (tenant_id, id)
);
create sequence point_movement_number;
create function point_movement_id(at timestamptz) returns uuid language sql volatile
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008'
  || lpad(to_hex(nextval('point_movement_number')), 15, '0'))::uuid;
create index point_movement_at on point_movement (tenant_id, created_at desc, id desc);
create index point_movement_player on point_movement (player_id, created_at desc);
create index point_movement_site on point_movement (tenant_id, site_id, unit, created_at desc);

-- What was taken back of earnings and was spent already: the next earnings fill it. The books have the sum of a merchant.
create table point_debt (
  tenant_id text not null references tenant (id),
  player_id uuid not null,
  site_id uuid not null,
  unit text not null check (unit in ('point', 'ticket')),
  owed bigint not null check (owed >= 0),
  primary key (tenant_id, player_id, site_id, unit)
);
create index point_debt_owed on point_debt (tenant_id, site_id) where owed > 0;

-- What an order has earned so far, by the rate of the moment at which it did for the first time.
create table point_order (
  tenant_id text not null,
  order_id uuid not null,
  unit text not null check (unit in ('fen', 'coin')),
  -- hundredths of a point for a yuan or a coin, with the level's percent in it
  rate integer not null check (rate >= 0),
  kept_amount bigint not null,
  points bigint not null check (points >= 0),
  -- how often it was booked: part of the keys of its movements
  turns integer not null default 0,
  earned_transfer_id uuid,
  primary key (tenant_id, order_id)
);

-- Orders to look at. Marks have no key of their own: who pays never waits for who works them off.
create table point_due (
  tenant_id text not null,
  id bigint generated always as identity,
  order_id uuid not null,
  primary key (tenant_id, id)
);
create index point_due_id on point_due (id);

create table point_adjustment (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  player_id uuid not null,
  unit text not null check (unit in ('point', 'ticket')),
  amount bigint not null check (amount <> 0),
  before_amount bigint not null,
  after_amount bigint not null,
  reason text not null,
  user_id uuid not null,
  user_name text not null,
  -- the business day on which it counts against the limit
  day date not null,
  primary key (tenant_id, id)
);
create index point_adjustment_at on point_adjustment (tenant_id, created_at desc);
create index point_adjustment_day on point_adjustment (tenant_id, user_id, day);
create index point_adjustment_player on point_adjustment (player_id);

-- A code that staff show: whoever scans it first has the tickets.
create table ticket_code (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  tickets integer not null check (tickets > 0),
  -- keyed: a copy of the table opens nothing
  code_hash text not null,
  reason text not null,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  claimed_at timestamptz,
  player_id uuid,
  primary key (tenant_id, id)
);
create unique index ticket_code_hash on ticket_code (code_hash);
create index ticket_code_at on ticket_code (tenant_id, created_at desc);
create index ticket_code_day on ticket_code (tenant_id, user_id, day);

-- Who does not want to be named among the best.
create table ranking_choice (
  player_id uuid primary key,
  hidden boolean not null
);
