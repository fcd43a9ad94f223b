-- One allowance of a person for a day, worth in fen: everything given away counts against it, by whatever door.
create table allowance_given (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  day date not null,
  door text not null,
  subject_id uuid not null,
  units integer not null check (units > 0),
  worth_fen bigint not null check (worth_fen > 0),
  counts_fen bigint not null check (counts_fen between 0 and worth_fen),
  lapses_at timestamptz,
  request_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, door, subject_id)
);
create index allowance_given_person on allowance_given (tenant_id, user_id, day);
create index allowance_given_list on allowance_given (tenant_id, created_at desc, id);

create table allowance_limit (
  tenant_id text not null references tenant (id),
  id uuid not null,
  role_id uuid,
  per_day_fen bigint not null check (per_day_fen >= 0),
  alone_fen bigint not null check (alone_fen >= 0),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, role_id)
);

create table allowance_request (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  door text not null,
  label text not null,
  tells jsonb not null,
  worth_fen bigint not null check (worth_fen > 0),
  payload jsonb,
  state text not null check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  reason text not null default '',
  primary key (tenant_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'waiting') = (payload is not null)),
  check (decided_by is distinct from user_id or state = 'withdrawn')
);
create index allowance_request_list on allowance_request (tenant_id, state, created_at desc, id);

-- The limits of a day that doors had of their own, in coins: a coin is taken for a yuan. A role that was kept shorter for
-- coins from afar stays so for everything; nobody may give more than before.
insert into allowance_limit (tenant_id, id, role_id, per_day_fen, alone_fen)
  select tenant_id, gen_random_uuid(), null, per_day * 100, per_day * 100 from coin_issue_limit;
insert into allowance_limit (tenant_id, id, role_id, per_day_fen, alone_fen)
  select r.tenant_id, gen_random_uuid(), r.role_id, least(r.per_day, coalesce(c.per_day, 200)) * 100,
    least(r.per_day, coalesce(c.per_day, 200)) * 100
  from remote_credit_limit r left join coin_issue_limit c on c.tenant_id = r.tenant_id;
alter table coin_issue_limit drop column per_day;
alter table remote_credit_limit drop column per_day;
alter table point_rule drop column adjust_per_day;
drop table point_promise;
alter table voucher_batch drop column worth;
alter table card_grant drop column worth;

-- Who may give something sees what is left of it.
update role set permissions = array_append(permissions, 'allowance.view')
  where not 'allowance.view' = any(permissions) and permissions && array[
    'coins.issue', 'remotecredit.credit', 'points.adjust', 'members.give', 'members.import', 'cards.give',
    'rewards.issue', 'rewards.edit', 'rewards.recycle'
  ];
