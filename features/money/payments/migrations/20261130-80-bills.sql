-- What a platform's bill of a day said, and where our books say something else.
create table payment_bill (
  channel text not null,
  day date not null,
  compared_at timestamptz not null,
  payments integer not null,
  payments_fen bigint not null,
  refunds integer not null,
  refunds_fen bigint not null,
  payouts integer not null,
  payouts_fen bigint not null,
  primary key (channel, day)
);

create table payment_difference (
  -- of what we know; the platform's own organisation where we know nothing of it
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  channel text not null,
  day date not null,
  kind text not null check (kind in ('payment', 'refund', 'payout')),
  -- unknown: only the bill has it; absent: only we have it
  difference text not null check (difference in ('unknown', 'absent', 'amount', 'state')),
  out_no text not null,
  platform_no text,
  our_fen bigint,
  their_fen bigint,
  -- settled: compared again, it was not there any more; resolved: somebody saw to it
  state text not null check (state in ('open', 'settled', 'resolved')),
  ended_at timestamptz,
  ended_by uuid,
  ended_by_name text not null default '',
  note text not null default '',
  primary key (tenant_id, id),
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'resolved' or (ended_by is not null and note <> ''))
);
create unique index payment_difference_once on payment_difference (channel, day, kind, out_no, difference);
create index payment_difference_newest on payment_difference (created_at, id);

-- what a bill of the day must have
create index payment_paid on payment (channel, paid_at) where paid_at is not null;
create index payment_refund_ended on payment_refund (channel, ended_at) where ended_at is not null;
create index payout_ended on payout (channel, ended_at) where ended_at is not null;
