create table device (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  code text not null,
  number integer not null,
  type text not null,
  name text,
  primary key (tenant_id, id)
);
create unique index device_code on device (code);
create unique index device_number on device (tenant_id, site_id, number);
