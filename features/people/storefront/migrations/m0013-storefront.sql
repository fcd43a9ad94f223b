create table slide (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  -- none: at every site of the merchant
  site_id uuid,
  name text not null,
  image text not null,
  enabled boolean not null,
  link text not null,
  page text,
  address text,
  from_day date,
  to_day date,
  sort integer not null,
  primary key (tenant_id, id)
);

create table fan_group (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  name text not null,
  intro text not null,
  qr text not null,
  ends_on date not null,
  -- what its merchant was told of this end: that it comes, that it has come
  reminded text,
  primary key (tenant_id, id)
);
create unique index fan_group_site on fan_group (tenant_id, site_id);
create index fan_group_ends_on on fan_group (ends_on);
