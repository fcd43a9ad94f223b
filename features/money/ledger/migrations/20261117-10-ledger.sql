-- Double entry. Every movement is a transfer of at least two entries that add up to nothing in each unit.
create table ledger_account (
  id uuid primary key,
  created_at timestamptz not null default now(),
  -- whose books it belongs to; the platform's own accounts belong to 000000
  tenant_id text not null references tenant (id),
  owner_kind text not null,
  owner_id text not null,
  purpose text not null,
  unit text not null check (unit in ('fen', 'coin', 'point', 'ticket')),
  -- accounts that everybody moves are spread over several rows, so that payments do not wait for each other
  stripe smallint not null default 0,
  balance bigint not null default 0,
  -- promised by open holds and not to be spent otherwise
  held bigint not null default 0 check (held >= 0),
  -- a wallet can not go below zero; where money comes from, it can
  may_go_negative boolean not null,
  -- number of entries so far: the next one's place in the statement
  entries bigint not null default 0,
  constraint ledger_account_not_overdrawn check (may_go_negative or balance - held >= 0)
) with (fillfactor = 70);
create unique index ledger_account_name on ledger_account (tenant_id, owner_kind, owner_id, purpose, unit, stripe);

create table ledger_transfer (
  id uuid primary key,
  created_at timestamptz not null default now(),
  tenant_id text not null references tenant (id),
  -- said again, it is the same transfer; said with other parameters, it is refused
  key text not null,
  request_hash text not null,
  kind text not null,
  -- what it is about: an order, a withdrawal, …
  subject_kind text,
  subject_id text,
  -- transfers that were posted together, or not at all
  link_id uuid,
  reverses_id uuid references ledger_transfer (id),
  note jsonb not null default '{}'
);
create unique index ledger_transfer_key on ledger_transfer (tenant_id, key);
create index ledger_transfer_subject on ledger_transfer (tenant_id, subject_kind, subject_id);

create table ledger_entry (
  account_id uuid not null references ledger_account (id),
  -- 1, 2, 3 … within its account, without gaps
  place bigint not null,
  transfer_id uuid not null references ledger_transfer (id),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (account_id, place)
);
create index ledger_entry_transfer on ledger_entry (transfer_id);

create table ledger_hold (
  id uuid primary key,
  created_at timestamptz not null default now(),
  tenant_id text not null references tenant (id),
  key text not null,
  request_hash text not null,
  account_id uuid not null references ledger_account (id),
  amount bigint not null check (amount > 0),
  -- what of it was really moved, once it has ended
  posted_amount bigint check (posted_amount between 0 and amount),
  state text not null check (state in ('open', 'posted', 'voided')),
  deadline_at timestamptz not null,
  ended_at timestamptz,
  transfer_id uuid references ledger_transfer (id),
  subject_kind text,
  subject_id text,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'posted') = (transfer_id is not null))
);
create unique index ledger_hold_key on ledger_hold (tenant_id, key);
create index ledger_hold_due on ledger_hold (deadline_at) where state = 'open';
create index ledger_hold_account on ledger_hold (account_id) where state = 'open';
create index ledger_hold_subject on ledger_hold (tenant_id, subject_kind, subject_id);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is not changed, only added to' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_transfer_kept before update or delete on ledger_transfer
  for each row execute function ledger_refuse_change();
create trigger ledger_transfer_not_emptied before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_entry_kept before update or delete on ledger_entry
  for each row execute function ledger_refuse_change();
create trigger ledger_entry_not_emptied before truncate on ledger_entry
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_kept before delete on ledger_account
  for each row execute function ledger_refuse_change();

-- Whoever writes entries, however: they add up to nothing, unit by unit.
create function ledger_entries_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join ledger_account a on a.id = added.account_id
    group by added.transfer_id, a.unit having sum(added.amount) <> 0
  ) then
    raise exception 'the entries of a transfer do not add up' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger ledger_entry_balanced after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_entries_balance();
