-- The platform says that something else was paid than was asked for: nobody is credited, and an administrator looks.
alter table payment add column disputed_at timestamptz;

create table payment_dispute (
  tenant_id text not null,
  -- the payment's own: it has one dispute, however often the platform repeats itself
  id uuid not null,
  created_at timestamptz not null default now(),
  last_at timestamptz not null,
  -- what was disputed last: the payment itself, or a refund of it
  about text not null check (about in ('payment', 'refund')),
  mismatch text not null check (mismatch in ('amount', 'currency', 'number', 'order', 'collector')),
  -- who said so: a notice, or the answer to a question
  source text not null check (source in ('notice', 'query')),
  asked_fen bigint not null,
  reported_fen bigint,
  reported_currency text,
  transaction_id text,
  -- settled: the platform told the right thing afterwards; resolved: somebody saw to it
  state text not null check (state in ('open', 'settled', 'resolved')),
  ended_at timestamptz,
  ended_by uuid,
  ended_by_name text not null default '',
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references payment (tenant_id, id),
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'resolved' or (ended_by is not null and note <> ''))
);
-- over all organisations: the newest first
create index payment_dispute_newest on payment_dispute (created_at, id);
