-- A franchisee's wallet is handed over when the franchisee agrees, or when the notice has passed without an answer.
create table wallet_handover (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  wallet_id text not null,
  to_wallet_id text not null,
  state text not null check (state in ('waiting', 'done', 'objected', 'withdrawn')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_by_account text not null,
  due_at timestamptz not null,
  reason text not null default '',
  -- nobody: the notice has passed
  decided_by_name text not null default '',
  decided_at timestamptz,
  amount_fen bigint not null default 0,
  sites integer not null default 0,
  primary key (tenant_id, id)
);
create unique index wallet_handover_waiting on wallet_handover (tenant_id, wallet_id) where state = 'waiting';
create index wallet_handover_due on wallet_handover (due_at) where state = 'waiting';
