-- what staff charged to the balance of a member whose code they scanned: a code pays once
create table member_charge (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null,
  site_id uuid not null,
  player_id uuid not null references player (id),
  step integer not null,
  user_id uuid not null,
  user_name text not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  -- asked: the member is to say yes on the phone; who does not answer in time has not agreed
  state text not null check (state in ('asked', 'paid', 'refused')),
  confirmed boolean not null,
  expires_at timestamptz,
  ended_at timestamptz,
  order_id uuid,
  order_number text,
  primary key (tenant_id, id),
  check ((state = 'paid') = (order_id is not null))
);
create unique index member_charge_once on member_charge (player_id, step);
create index member_charge_player on member_charge (player_id, created_at desc);
