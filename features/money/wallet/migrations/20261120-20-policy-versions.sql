-- The platform's rules for money become versions: one person asks for a change, another agrees, and it holds from the
-- next day.
alter table withdrawal_policy
  drop constraint withdrawal_policy_id_check,
  alter column id type integer,
  add column approver_days integer not null default 7 check (approver_days between 1 and 90),
  -- topped-up money stays for so long
  add column topup_hold_days integer not null default 7 check (topup_hold_days between 0 and 90),
  -- of an owner, in a day
  add column topup_daily_fen bigint not null default 5000000 check (topup_daily_fen > 0),
  add column created_at timestamptz not null default now(),
  add column state text not null default 'agreed' check (state in ('waiting', 'agreed', 'refused')),
  add column asked_by uuid,
  add column asked_by_name text not null default '',
  add column decided_by uuid,
  add column decided_by_name text not null default '',
  add column decided_at timestamptz,
  add column effective_from timestamptz;
update withdrawal_policy set effective_from = '2000-01-01T00:00:00Z';
alter table withdrawal_policy
  alter column state drop default,
  alter column approver_days drop default,
  alter column topup_hold_days drop default,
  alter column topup_daily_fen drop default,
  add constraint withdrawal_policy_effective check ((state = 'agreed') = (effective_from is not null)),
  -- the first version came with the product
  add constraint withdrawal_policy_two_people
    check (state <> 'agreed' or asked_by is null or (decided_by is not null and decided_by <> asked_by));
create unique index withdrawal_policy_waiting on withdrawal_policy ((true)) where state = 'waiting';

-- When one person approved it: what one person passes alone adds up over a day.
alter table withdrawal add column approved_at timestamptz;
create index withdrawal_approved on withdrawal (tenant_id, approved_at) where approved_at is not null;
create index wallet_adjustment_decided on wallet_adjustment (decided_at);
