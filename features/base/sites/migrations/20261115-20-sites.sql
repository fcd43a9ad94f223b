create table site (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null,
  type text not null,
  region_code text not null,
  address text not null,
  latitude double precision,
  longitude double precision,
  is_default boolean not null default false,
  opening_hours jsonb not null,
  enabled boolean not null default true,
  contact_name text,
  contact_number text,
  refund_mode text not null,
  business_category_code integer,
  sort integer not null default 0,
  photo text,
  remark text,
  primary key (tenant_id, id),
  check ((latitude is null) = (longitude is null)),
  check (not (is_default and removed_at is not null))
);
create unique index site_one_default on site (tenant_id) where is_default;
create index site_order on site (tenant_id, sort, id) where removed_at is null;
-- Players name a site without its tenant.
create unique index site_public on site (id);
