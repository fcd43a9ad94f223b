-- Wallets beyond the main one of an organisation (its id) and the franchisees' own (their users' ids).
create table wallet (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index wallet_name on wallet (tenant_id, name) where removed_at is null;

create table wallet_site (
  tenant_id text not null references tenant (id),
  site_id uuid not null,
  -- the organisation's id, a wallet's or a franchisee's
  wallet_id text not null,
  changed_at timestamptz not null,
  changed_by uuid not null,
  primary key (tenant_id, site_id)
);
create index wallet_site_wallet on wallet_site (tenant_id, wallet_id);

-- What an organisation pays to the one above it, version by version.
create table fee_rate (
  tenant_id text not null references tenant (id),
  pay_way text not null check (pay_way in ('wechat', 'alipay')),
  version integer not null check (version > 0),
  basis_points integer not null check (basis_points between 0 and 1000),
  effective_from timestamptz not null,
  set_by uuid not null,
  set_by_name text not null,
  set_by_tenant text not null,
  primary key (tenant_id, pay_way, version)
);

create table withdrawal_policy (
  id smallint primary key check (id = 1),
  minimum_fen bigint not null check (minimum_fen > 0),
  daily_count integer not null check (daily_count > 0),
  daily_fen bigint not null check (daily_fen > 0),
  wechat_maximum_fen bigint not null check (wechat_maximum_fen > 0),
  bank_fee_basis_points integer not null check (bank_fee_basis_points between 0 and 1000),
  bank_fee_minimum_fen bigint not null check (bank_fee_minimum_fen >= 0),
  wechat_fee_basis_points integer not null check (wechat_fee_basis_points between 0 and 1000),
  wechat_fee_minimum_fen bigint not null check (wechat_fee_minimum_fen >= 0),
  second_person_above_fen bigint not null check (second_person_above_fen >= 0),
  verified_above_fen bigint not null check (verified_above_fen >= 0),
  deposit_fen bigint not null check (deposit_fen >= 0)
);
-- From ¥10; three a day up to ¥50,000; WeChat takes 0.6 % and pays up to ¥2,000 at once.
insert into withdrawal_policy values (1, 1000, 3, 5000000, 200000, 0, 0, 60, 0, 1000000, 200000, 50000);

create table withdrawal (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  -- balance: earned money; deposit: the deposit back
  kind text not null check (kind in ('balance', 'deposit')),
  wallet_id text not null,
  user_id uuid not null,
  user_name text not null,
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null check (fee_fen >= 0 and fee_fen < amount_fen),
  -- balance: a deposit that goes back to the wallet
  target text not null check (target in ('bank', 'wechat', 'balance')),
  card_id uuid,
  target_name text not null,
  payee text,
  payee_name text not null,
  request_id uuid not null,
  state text not null check (state in ('untreated', 'processing', 'passed', 'rejected')),
  -- where in "processing" it stands
  step text check (step in ('taken', 'secondApproval', 'toPay', 'paying', 'confirm')),
  reason text not null default '',
  failure text not null default '',
  taken_by uuid,
  taken_by_name text not null default '',
  approved_by uuid,
  approved_by_name text not null default '',
  second_by uuid check (second_by <> approved_by),
  second_by_name text not null default '',
  decided_by uuid,
  decided_by_name text not null default '',
  payout_id uuid,
  attempts integer not null default 0,
  confirm jsonb,
  bank_reference text not null default '',
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'processing') = (step is not null)),
  check ((state in ('passed', 'rejected')) = (ended_at is not null)),
  check (state <> 'rejected' or reason <> ''),
  check ((target = 'bank') = (card_id is not null)),
  check ((target = 'wechat') = (payee is not null))
);
create unique index withdrawal_request on withdrawal (tenant_id, request_id);
create index withdrawal_wallet on withdrawal (tenant_id, wallet_id, id);
-- the platform's queue over all organisations: few rows, oldest first
create index withdrawal_queue on withdrawal (state, id) where state in ('untreated', 'processing');

create table wallet_adjustment (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  wallet_id text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null check (reason <> ''),
  request_id uuid not null,
  state text not null check (state in ('waiting', 'done', 'refused')),
  asked_by uuid not null,
  asked_by_name text not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index wallet_adjustment_request on wallet_adjustment (tenant_id, request_id);

create table wechat_payee (
  tenant_id text not null references tenant (id),
  user_id uuid not null,
  open_id text not null,
  name text not null,
  bound_at timestamptz not null,
  primary key (tenant_id, user_id)
);
