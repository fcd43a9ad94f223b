-- What each machine was last sent to show of the prices, and what became of it.
create table price_list (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  site_id uuid not null,
  -- grows with every list a machine is sent, whoever owns it: milliseconds of the clock
  version bigint not null,
  state text not null check (state in ('waiting', 'sent', 'silent', 'applied', 'refused')),
  reason text,
  -- null while it waits: what is sent is what the rules say at that moment
  list jsonb,
  asked_at timestamptz not null,
  asked_by_name text not null,
  sent_at timestamptz,
  answered_at timestamptz,
  primary key (tenant_id, device_id),
  check (list is not null or state = 'waiting')
);
create index price_list_unanswered on price_list (sent_at) where state = 'sent';
