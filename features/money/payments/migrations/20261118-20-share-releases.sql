-- What WeChat kept apart for sharing and is not (or no longer) shared: released, once for each payment.
create table profit_share_release (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  payment_id uuid not null,
  out_order_no text not null,
  -- needless: refunded whole, nothing was left; lapsed: WeChat released it by itself after its thirty days
  state text not null check (state in ('requested', 'sent', 'released', 'needless', 'lapsed')),
  reason text,
  ended_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  check ((state in ('released', 'needless', 'lapsed')) = (ended_at is not null))
);
create unique index profit_share_release_payment on profit_share_release (tenant_id, payment_id);
create unique index profit_share_release_out_order_no on profit_share_release (out_order_no);
create index profit_share_release_due on profit_share_release (next_try_at) where next_try_at is not null;

-- Shares that receivers give back because of a refund.
create table profit_share_return (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  payment_id uuid not null,
  share_id uuid not null,
  -- of the line that is given back
  place integer not null,
  key text not null,
  amount_fen bigint not null check (amount_fen > 0),
  description text not null,
  out_return_no text not null,
  state text not null check (state in ('requested', 'sent', 'done', 'failed')),
  reason text,
  ended_at timestamptz,
  next_try_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, share_id, place) references profit_share_line (tenant_id, share_id, place),
  check ((state in ('done', 'failed')) = (ended_at is not null))
);
create unique index profit_share_return_key on profit_share_return (tenant_id, key, share_id);
create unique index profit_share_return_out_return_no on profit_share_return (out_return_no);
create index profit_share_return_share on profit_share_return (tenant_id, share_id);
create index profit_share_return_due on profit_share_return (next_try_at) where next_try_at is not null;

create index profit_share_line_receiver on profit_share_line (tenant_id, receiver_key);
create index payment_kept_apart on payment (paid_at, id) where profit_sharing and state = 'paid';

-- A share of which nothing was taken used to release by itself.
insert into profit_share_release (tenant_id, id, payment_id, out_order_no, state, next_try_at)
select tenant_id, gen_random_uuid(), payment_id, out_order_no || 'U', 'sent', now()
from profit_share where state = 'releasing'
on conflict do nothing;
update profit_share set state = 'ended', next_try_at = null where state = 'releasing';
alter table profit_share drop constraint profit_share_state_check,
  add constraint profit_share_state_check check (state in ('requested', 'sent', 'ended'));
