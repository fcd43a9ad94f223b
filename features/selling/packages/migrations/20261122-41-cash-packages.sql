create table cash_package (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  yuan integer not null check (yuan in (1, 5, 10, 20, 50, 100)),
  bonus_coins integer not null check (bonus_coins between 1 and 500),
  primary key (tenant_id, id)
);
create unique index cash_package_note on cash_package (tenant_id, site_id, yuan);
