-- How much a machine was used in an hour, at the site where it stood: plays, coins given out, goods sold.
create table device_hour (
  tenant_id text not null,
  device_id uuid not null,
  site_id uuid not null,
  hour_at timestamptz not null,
  uses bigint not null check (uses >= 0),
  primary key (tenant_id, device_id, hour_at, site_id)
);
create index device_hour_old on device_hour (hour_at);
