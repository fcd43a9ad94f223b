-- Alipay keeps what a merchant's own number collected until it is told that the merchant may have it.
create table direct_settlement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  payment_id uuid not null,
  out_request_no text not null,
  amount_fen bigint not null check (amount_fen >= 0),
  -- sent: the platform may have heard of it
  state text not null check (state in ('requested', 'sent', 'done', 'failed')),
  ended_at timestamptz,
  failure text,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  check ((state in ('done', 'failed')) = (ended_at is not null))
);
create unique index direct_settlement_payment on direct_settlement (tenant_id, payment_id);
create index direct_settlement_due on direct_settlement (next_try_at) where next_try_at is not null;
