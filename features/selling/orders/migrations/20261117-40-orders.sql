-- Five digits that go round, behind the time to the millisecond: numbers are unique and sort by time.
create sequence order_number minvalue 0 maxvalue 99999 cycle;

create table orders (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  number text not null,
  kind text not null check (kind in ('play', 'package', 'topup', 'card', 'goods', 'rent', 'deposit')),
  state text not null check (state in ('created', 'paid', 'fulfilling', 'fulfilled', 'partlyFulfilled', 'refunding',
    'refunded', 'closed')),
  site_id uuid,
  device_id uuid,
  device_code text,
  device_number integer,
  device_name text,
  device_type text,
  player_id uuid,
  user_id uuid,
  user_name text,
  wallet_id text not null,
  pay_way text not null check (pay_way in ('wechat', 'alipay', 'counter', 'balance', 'coin', 'wallet')),
  unit text not null check (unit in ('fen', 'coin')),
  amount bigint not null check (amount > 0),
  paid_amount bigint not null default 0 check (paid_amount in (0, amount)),
  fulfilled_amount bigint not null default 0 check (fulfilled_amount between 0 and paid_amount),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and paid_amount),
  fee_fen bigint not null default 0 check (fee_fen between 0 and fulfilled_amount),
  fee_ladder jsonb not null default '[]',
  settles_to text not null check (settles_to in ('earnings', 'wallet', 'deposit', 'player')),
  title text not null,
  items jsonb not null,
  fulfilment jsonb not null,
  attempts integer not null default 0,
  asked integer check (asked > 0),
  counted integer check (counted >= 0),
  hold_id uuid,
  command_id uuid,
  payment_id uuid,
  fault text,
  fault_state text check (fault_state in ('unsolved', 'resolved')),
  deadline_at timestamptz,
  hidden_at timestamptz,
  request_id uuid,
  request_hash text,
  paid_at timestamptz,
  settled_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((fault is null) = (fault_state is null))
) with (fillfactor = 80);
-- A payer has nothing but the number, so it stands alone; text_pattern_ops serves "begins with" too.
create unique index orders_number on orders (number text_pattern_ops);
create index orders_site on orders (tenant_id, site_id, id);
create index orders_device on orders (tenant_id, device_id, id) where device_id is not null;
create index orders_player on orders (player_id, id) where player_id is not null;
create unique index orders_request on orders (tenant_id, coalesce(user_id, player_id), request_id)
  where request_id is not null;
create index orders_cabinet on orders (tenant_id, id) where device_type = 'cabinet';
create index orders_faulty on orders (tenant_id, fault_state, id) where fault_state is not null;
create index orders_due on orders (deadline_at) where deadline_at is not null;
-- Income by day and the orders that are to be shared.
create index orders_settled on orders (tenant_id, settled_at, id) where settles_to = 'earnings';

create table order_event (
  tenant_id text not null,
  order_id uuid not null,
  place bigint generated always as identity,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  user_name text,
  data jsonb not null default '{}',
  primary key (tenant_id, order_id, place),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);

create table order_refund (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  order_id uuid not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  amount bigint not null check (amount > 0),
  undelivered bigint not null check (undelivered >= 0),
  delivered bigint not null check (delivered >= 0),
  fee_back_fen bigint not null default 0 check (fee_back_fen between 0 and delivered),
  automatic boolean not null,
  reason text not null,
  user_id uuid,
  user_name text,
  payment_refund_id uuid,
  fee_transfer_id uuid,
  failure text,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  check (undelivered + delivered = amount),
  check ((state = 'requested') = (ended_at is null))
);
create index order_refund_order on order_refund (tenant_id, order_id);
-- One at a time: what the first leaves is what the second may take.
create unique index order_refund_under_way on order_refund (tenant_id, order_id) where state = 'requested';
create index order_refund_ended on order_refund (tenant_id, ended_at) where state = 'done';
