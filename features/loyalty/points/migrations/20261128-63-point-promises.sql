-- Points and tickets that staff promised by paper: they count against what they may give on the day.
create table point_promise (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (tenant_id, id)
);
create index point_promise_day on point_promise (tenant_id, user_id, day);
