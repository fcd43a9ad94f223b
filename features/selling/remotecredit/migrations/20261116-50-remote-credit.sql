create table remote_credit_link (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  number integer not null,
  name text,
  type text not null,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  note text not null default '',
  coins integer not null check (coins > 0),
  token_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  credit_id uuid,
  primary key (tenant_id, id)
);
-- Visitors have nothing but the token.
create unique index remote_credit_link_token on remote_credit_link (token_hash);
create index remote_credit_link_order on remote_credit_link (tenant_id, created_at desc);
create index remote_credit_link_day on remote_credit_link (tenant_id, user_id, day);

create table remote_credit (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  code text not null,
  number integer not null,
  name text,
  type text not null,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  note text not null default '',
  link_id uuid,
  request_id uuid,
  command_id uuid not null,
  asked integer not null check (asked > 0),
  counted integer check (counted >= 0),
  state text not null check (state in ('pending', 'done', 'failed', 'expired', 'unknown')),
  reason text,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references remote_credit_link (tenant_id, id)
);
create unique index remote_credit_request on remote_credit (tenant_id, user_id, request_id) where request_id is not null;
create index remote_credit_order on remote_credit (tenant_id, created_at desc);
create index remote_credit_device on remote_credit (tenant_id, device_id, created_at desc);
create index remote_credit_day on remote_credit (tenant_id, user_id, day);

create table remote_credit_limit (
  tenant_id text not null references tenant (id),
  role_id uuid not null,
  per_credit integer not null check (per_credit >= 0),
  per_day integer not null check (per_day >= 0),
  primary key (tenant_id, role_id)
);
