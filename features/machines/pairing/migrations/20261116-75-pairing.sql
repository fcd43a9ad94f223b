create table device_pairing (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  path text not null,
  token text not null,
  expires_at timestamptz not null,
  online_at timestamptz,
  code text,
  primary key (tenant_id, id)
);
create unique index device_pairing_token on device_pairing (token);
