-- Hours of sites, machines added up: a chart by the hour reads as many rows as there were hours, however many machines stand
-- there (docs/decisions/0058).
create table figure_site_hour (
  tenant_id text not null,
  site_id uuid not null,
  device_type text not null,
  wallet_id text not null,
  hour_at timestamptz not null,
  measure text not null,
  amount bigint not null,
  primary key (tenant_id, hour_at, site_id, device_type, wallet_id, measure)
);
insert into figure_site_hour (tenant_id, site_id, device_type, wallet_id, hour_at, measure, amount)
select tenant_id, site_id, device_type, wallet_id, hour_at, measure, sum(amount)::bigint
from figure_hour group by 1, 2, 3, 4, 5, 6 having sum(amount) <> 0;
