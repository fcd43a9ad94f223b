-- Private links to statements of sites. The token itself is shown once and kept as a keyed hash.
create table statement_link (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  from_day date not null,
  to_day date not null,
  remark text not null,
  user_id uuid not null,
  user_name text not null,
  token_hash text not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  opened integer not null default 0,
  last_opened_at timestamptz,
  primary key (tenant_id, id),
  check (from_day <= to_day)
);
create unique index statement_link_token on statement_link (token_hash);
create index statement_link_created_at on statement_link (tenant_id, created_at desc);
