create table payment (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  subject_kind text not null,
  subject_id text not null,
  channel text not null check (channel in ('wechat', 'alipay', 'counter')),
  -- created: the platform has not heard of it; waiting: it may have
  state text not null check (state in ('created', 'waiting', 'paid', 'closed')),
  out_trade_no text not null check (length(out_trade_no) <= 32),
  amount_fen bigint not null check (amount_fen > 0),
  refunded_fen bigint not null default 0 check (refunded_fen between 0 and amount_fen),
  description text not null,
  scene text not null,
  payer_id text,
  return_url text,
  profit_sharing boolean not null,
  credit jsonb not null,
  expires_at timestamptz not null,
  prepared jsonb,
  prepared_at timestamptz,
  transaction_id text,
  paid_at timestamptz,
  closed_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  check ((state = 'paid') = (paid_at is not null)),
  check (state <> 'closed' or closed_at is not null),
  check (refunded_fen = 0 or state = 'paid')
) with (fillfactor = 80);
-- Platforms know nothing but the number.
create unique index payment_out_trade_no on payment (out_trade_no);
create index payment_subject on payment (tenant_id, subject_kind, subject_id);
create index payment_due on payment (next_try_at) where next_try_at is not null;

create table payment_refund (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  payment_id uuid not null,
  key text not null,
  subject_kind text not null,
  subject_id text not null,
  channel text not null check (channel in ('wechat', 'alipay', 'counter')),
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  out_refund_no text not null,
  -- sent: the platform may have heard of it
  state text not null check (state in ('requested', 'sent', 'done', 'failed')),
  refund_id text,
  transfer_id uuid not null references ledger_transfer (id),
  ended_at timestamptz,
  failure text,
  returned_late_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  check ((state in ('done', 'failed')) = (ended_at is not null))
);
create unique index payment_refund_key on payment_refund (tenant_id, key);
create unique index payment_refund_out_refund_no on payment_refund (out_refund_no);
create index payment_refund_payment on payment_refund (tenant_id, payment_id);
create index payment_refund_due on payment_refund (next_try_at) where next_try_at is not null;

create table payout (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  key text not null,
  subject_kind text not null,
  subject_id text not null,
  channel text not null check (channel in ('wechat', 'alipay')),
  amount_fen bigint not null check (amount_fen > 0),
  payee_id text not null,
  payee_name text,
  remark text not null,
  out_bill_no text not null check (length(out_bill_no) <= 32),
  state text not null check (state in ('requested', 'sent', 'waitConfirm', 'done', 'failed')),
  bill_no text,
  confirm jsonb,
  transfer_id uuid not null references ledger_transfer (id),
  ended_at timestamptz,
  failure text,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  check ((state in ('done', 'failed')) = (ended_at is not null))
);
create unique index payout_key on payout (tenant_id, key);
create unique index payout_out_bill_no on payout (out_bill_no);
create index payout_due on payout (next_try_at) where next_try_at is not null;

create table profit_share (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  payment_id uuid not null,
  key text not null,
  out_order_no text not null,
  -- releasing: nothing was shared, and what WeChat kept apart for it is to be released
  state text not null check (state in ('requested', 'sent', 'releasing', 'ended')),
  unfreeze_rest boolean not null,
  debit jsonb not null,
  ended_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create unique index profit_share_key on profit_share (tenant_id, key);
create unique index profit_share_out_order_no on profit_share (out_order_no);
create index profit_share_payment on profit_share (tenant_id, payment_id);
create index profit_share_due on profit_share (next_try_at) where next_try_at is not null;

create table profit_share_line (
  tenant_id text not null references tenant (id),
  share_id uuid not null,
  place integer not null,
  receiver_key text not null,
  type text not null check (type in ('MERCHANT_ID', 'PERSONAL_OPENID')),
  account text not null,
  name text,
  amount_fen bigint not null check (amount_fen > 0),
  description text not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  reason text,
  primary key (tenant_id, share_id, place),
  foreign key (tenant_id, share_id) references profit_share (tenant_id, id)
);

create table payment_notice (
  channel text not null,
  notice_id text not null,
  kind text not null,
  out_no text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  primary key (channel, notice_id)
);
create index payment_notice_last on payment_notice (channel, last_at desc);

create table payment_notice_refusal (
  channel text not null,
  reason text not null,
  day date not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (channel, day, reason)
);

create table payment_channel_state (
  channel text primary key,
  answered_at timestamptz,
  down_since timestamptz,
  last_error text
);
