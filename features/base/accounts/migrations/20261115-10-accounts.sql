create sequence tenant_number start 100001;

create table tenant (
  id text primary key,
  created_at timestamptz not null default now(),
  realm text not null check (realm in ('platform', 'agent', 'merchant')),
  name text not null,
  agent_id text references tenant (id),
  share_basis_points integer not null default 0 check (share_basis_points between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'disabled')),
  review_state text not null default 'passed' check (review_state in ('untreated', 'passed', 'rejected')),
  review_reason text not null default '',
  inviter_phone text not null default '',
  service_phone text not null default '',
  service_qr text not null default ''
);
create index tenant_agent on tenant (agent_id);
create index tenant_review on tenant (review_state, created_at);
insert into tenant (id, realm, name) values ('000000', 'platform', 'Coinyard');

create table role (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  title text not null,
  alias text not null default '',
  permissions text[] not null,
  sort integer not null default 0,
  parent_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references role (tenant_id, id)
);
create unique index role_title on role (tenant_id, lower(title));
create unique index role_franchisee on role (tenant_id) where alias = 'franchisee';

create table user_account (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  account text not null,
  phone text,
  password_hash text not null,
  legacy_hash text,
  password_changed_at timestamptz not null,
  name text not null,
  real_name text not null default '',
  avatar text not null default '',
  email text not null default '',
  sex smallint not null default 0,
  user_type smallint not null check (user_type between 1 and 5),
  role_id uuid,
  all_sites boolean not null default false,
  share_basis_points integer not null default 0 check (share_basis_points between 0 and 10000),
  enabled boolean not null default true,
  removed_at timestamptz,
  last_login_at timestamptz,
  last_login_address text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create unique index user_account_id on user_account (id);
create unique index user_account_account on user_account (lower(account)) where removed_at is null;
create unique index user_account_phone on user_account (phone) where removed_at is null;
create index user_account_list on user_account (tenant_id, created_at desc);
create index user_account_role on user_account (tenant_id, role_id);

create table account_site (
  tenant_id text not null,
  user_id uuid not null,
  site_id uuid not null,
  primary key (tenant_id, user_id, site_id),
  foreign key (tenant_id, user_id) references user_account (tenant_id, id)
);
create index account_site_site on account_site (tenant_id, site_id);

create table invitation (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  token_hash text not null unique,
  role_id uuid not null,
  all_sites boolean not null,
  site_ids uuid[] not null,
  remark text not null default '',
  created_by uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);

create table name_review (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  old_name text not null,
  new_name text not null,
  state text not null default 'untreated' check (state in ('untreated', 'passed', 'rejected')),
  decision_reason text not null default '',
  created_by uuid not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, id)
);
create unique index name_review_open on name_review (tenant_id) where state = 'untreated';
create index name_review_state on name_review (state, created_at);

create table session (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  generation integer not null default 1,
  rotated_at timestamptz not null,
  remembered boolean not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null default '',
  address text not null default '',
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references user_account (tenant_id, id)
);
create unique index session_id on session (id);
create index session_of_user on session (tenant_id, user_id);
create index session_expiry on session (expires_at);

create table login_failure (
  key text primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null
);

create table captcha (
  id uuid primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);

create table sms_code (
  id uuid primary key,
  created_at timestamptz not null default now(),
  phone text not null,
  purpose text not null check (purpose in ('login', 'register', 'reset', 'phone', 'invite')),
  code_hash text not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz,
  address text not null
);
create index sms_code_phone on sms_code (phone, created_at desc);
create index sms_code_address on sms_code (address, created_at desc);
