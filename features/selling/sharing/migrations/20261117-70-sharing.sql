-- Who receives a part of the income of sites.
create table share_receiver (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  kind text not null check (kind in ('owner', 'franchisee', 'agent', 'partner')),
  name text not null,
  phone text not null default '',
  way text not null check (way in ('wallet', 'account', 'wechat')),
  user_id uuid,
  agent_id text references tenant (id),
  wechat_type text check (wechat_type in ('PERSONAL_OPENID', 'MERCHANT_ID')),
  wechat_account text,
  wechat_name text,
  wechat_mask text,
  wechat_print text,
  wechat_state text not null default 'none' check (wechat_state in ('none', 'waiting', 'registered', 'refused')),
  wechat_reason text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  -- only who has a wallet of their own can be paid into one
  check (way <> 'wallet' or user_id is not null or agent_id is not null),
  check (way <> 'wechat' or (wechat_type is not null and wechat_account is not null))
);
create unique index share_receiver_user on share_receiver (tenant_id, user_id) where user_id is not null and removed_at is null;
create unique index share_receiver_agent on share_receiver (tenant_id, agent_id) where agent_id is not null and removed_at is null;
create unique index share_receiver_wechat on share_receiver (tenant_id, wechat_print)
  where wechat_print is not null and removed_at is null;
create index share_receiver_of_agent on share_receiver (agent_id) where agent_id is not null;
create index share_receiver_waiting on share_receiver (tenant_id) where wechat_state = 'waiting';

create table share_rule (
  tenant_id text not null references tenant (id),
  site_id uuid not null,
  created_at timestamptz not null default now(),
  schedule text not null check (schedule in ('order', 'daily', 'weekly', 'monthly')),
  paused boolean not null default false,
  done_until date,
  primary key (tenant_id, site_id)
);

create table share_version (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  number integer not null,
  effective_from date not null,
  ends boolean not null default false,
  deduct_fee boolean not null,
  include_cash boolean not null,
  costs jsonb not null,
  ratios jsonb not null,
  note text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references share_rule (tenant_id, site_id)
);
create unique index share_version_number on share_version (tenant_id, site_id, number);
create unique index share_version_from on share_version (tenant_id, site_id, effective_from) where withdrawn_at is null;

create table share_run (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  version_id uuid not null,
  from_day date not null,
  to_day date not null check (to_day > from_day),
  state text not null check (state in ('open', 'finished')),
  scanned_to timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, version_id) references share_version (tenant_id, id),
  check ((state = 'finished') = (ended_at is not null))
);
-- what makes a run happen once
create unique index share_run_period on share_run (tenant_id, site_id, version_id, from_day);

create table share_order (
  tenant_id text not null references tenant (id),
  -- an order is shared once, whatever happens to rules and schedules
  order_id uuid not null,
  created_at timestamptz not null default now(),
  run_id uuid not null,
  version_id uuid not null,
  site_id uuid not null,
  wallet_id text not null,
  number text not null,
  day date not null,
  payment_id uuid,
  payment_fen bigint,
  paid_at timestamptz,
  gross_fen bigint not null check (gross_fen >= 0),
  steps jsonb not null,
  base_fen bigint not null check (base_fen >= 0),
  day_costs_fen jsonb not null,
  kept_fen bigint not null check (kept_fen between 0 and gross_fen),
  released boolean not null default false,
  recheck boolean not null default false,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, run_id) references share_run (tenant_id, id)
);
create index share_order_run on share_order (tenant_id, run_id);
create index share_order_recheck on share_order (tenant_id, site_id) where recheck;

create table share_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  order_id uuid not null,
  run_id uuid not null,
  site_id uuid not null,
  receiver_id uuid not null,
  day date not null,
  basis_points integer not null,
  earned_fen bigint not null check (earned_fen >= 0),
  due_fen bigint not null check (due_fen >= 0),
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  waiting_fen bigint not null default 0 check (waiting_fen >= 0),
  state text not null check (state in ('due', 'waiting', 'paid', 'failed')),
  reason text,
  reason_detail text not null default '',
  tries integer not null default 0,
  wechat_refused boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references share_order (tenant_id, order_id),
  foreign key (tenant_id, receiver_id) references share_receiver (tenant_id, id)
) with (fillfactor = 80);
create unique index share_line_part on share_line (tenant_id, order_id, receiver_id);
create index share_line_run on share_line (tenant_id, run_id);
create index share_line_receiver on share_line (tenant_id, receiver_id, day);
create index share_line_open on share_line (tenant_id, site_id, id) where state in ('due', 'failed');

create table share_entry (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  receiver_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  site_id uuid not null,
  day date not null,
  kind text not null check (kind in ('earned', 'reduced', 'paid', 'returned', 'offset')),
  amount_fen bigint not null check (amount_fen <> 0),
  way text,
  transfer_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references share_line (tenant_id, id)
);
create index share_entry_receiver on share_entry (tenant_id, receiver_id, day);
create index share_entry_line on share_entry (tenant_id, line_id);

create function share_entry_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'shares are not changed, only added to' using errcode = 'restrict_violation';
end
$$;
create trigger share_entry_kept before update or delete on share_entry
  for each row execute function share_entry_refuse_change();

create table share_debt (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  receiver_id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  amount_fen bigint not null check (amount_fen > 0),
  open_fen bigint not null check (open_fen between 0 and amount_fen),
  cleared_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references share_line (tenant_id, id)
);
create index share_debt_open on share_debt (tenant_id, receiver_id, id) where open_fen > 0;
create index share_debt_line on share_debt (tenant_id, line_id);

create table share_day_cost (
  tenant_id text not null references tenant (id),
  version_id uuid not null,
  day date not null,
  place integer not null,
  taken_fen bigint not null check (taken_fen >= 0),
  primary key (tenant_id, version_id, day, place)
);

create table share_settlement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  receiver_id uuid not null,
  day date not null,
  amount_fen bigint not null check (amount_fen > 0),
  note text not null,
  user_id uuid not null,
  user_name text not null,
  request_id uuid not null,
  transfer_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, receiver_id) references share_receiver (tenant_id, id)
);
create unique index share_settlement_request on share_settlement (tenant_id, request_id);
create index share_settlement_receiver on share_settlement (tenant_id, receiver_id, day);

-- The part of the platform's fees that agents get.
create table share_fee_day (
  tenant_id text not null references tenant (id),
  day date not null,
  fee_fen bigint not null,
  carried_fen bigint not null check (carried_fen <= 0),
  primary key (tenant_id, day)
);

create table agent_share (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  merchant_id text not null references tenant (id),
  day date not null,
  fee_fen bigint not null check (fee_fen > 0),
  basis_points integer not null,
  amount_fen bigint not null check (amount_fen > 0),
  transfer_id uuid not null,
  primary key (tenant_id, id)
);
create unique index agent_share_day on agent_share (tenant_id, merchant_id, day);
