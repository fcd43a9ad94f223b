-- What members do for points or tickets: its rule, its reward, and how much of it there is.
create table reward_task (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  kind text not null check (kind in ('signIn', 'play', 'spend', 'share', 'invite', 'profile')),
  -- empty: what the kind is called
  title text not null,
  -- null: at all sites
  site_id uuid,
  period text not null check (period in ('day', 'week', 'month', 'once')),
  -- plays, fen, people
  goal integer not null check (goal > 0),
  unit text not null check (unit in ('point', 'ticket')),
  amount integer not null check (amount > 0),
  -- of a sign-in: every so many days in a row bring so much more
  streak_days integer check (streak_days between 2 and 31),
  streak_bonus integer not null default 0 check (streak_bonus >= 0),
  -- points or tickets in all, and on a business day; null: without a limit
  budget integer check (budget > 0),
  day_budget integer check (day_budget > 0),
  from_day date,
  until_day date,
  active boolean not null,
  primary key (tenant_id, id)
);

-- What a task gave on a business day: budgets are counted here.
create table reward_task_day (
  tenant_id text not null,
  task_id uuid not null,
  day date not null,
  claims integer not null check (claims >= 0),
  given bigint not null check (given >= 0),
  primary key (tenant_id, task_id, day),
  foreign key (tenant_id, task_id) references reward_task (tenant_id, id)
);

create table reward_claim (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  task_id uuid not null,
  site_id uuid not null,
  player_id uuid not null,
  -- the record of the person then: it stays when records are joined, and with it the key below
  claimed_as uuid not null,
  -- which day, week or month, or 'ever'
  period_key text not null,
  day date not null,
  -- of a sign-in: which day in a row
  streak integer not null check (streak >= 0),
  unit text not null check (unit in ('point', 'ticket')),
  amount integer not null check (amount > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references reward_task (tenant_id, id)
);
create unique index reward_claim_once on reward_claim (tenant_id, task_id, claimed_as, period_key);
create index reward_claim_player on reward_claim (player_id, task_id, day desc);
create index reward_claim_task on reward_claim (tenant_id, task_id, created_at desc);

-- A link that a player passes on.
create table reward_link (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  player_id uuid not null,
  token text not null,
  primary key (tenant_id, id)
);
create unique index reward_link_token on reward_link (token);
create index reward_link_player on reward_link (player_id, tenant_id, site_id);

-- Somebody else who came by such a link.
create table reward_guest (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  link_id uuid not null,
  site_id uuid not null,
  -- who passed the link on
  player_id uuid not null,
  guest_id uuid not null,
  -- the guest was not known to the merchant before: counts as invited once they pay
  invited boolean not null,
  day date not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references reward_link (tenant_id, id)
);
-- a guest is invited by one person, and counts for a link once a day
create unique index reward_guest_invited on reward_guest (tenant_id, guest_id) where invited;
create unique index reward_guest_day on reward_guest (tenant_id, link_id, guest_id, day);
create index reward_guest_player on reward_guest (player_id, tenant_id, created_at);
