-- What the counters of a machine grew by in an hour, at the site where it stood: the raw of reports, so it stays.
create table counter_hour (
  tenant_id text not null,
  device_id uuid not null,
  site_id uuid not null,
  device_type text not null,
  hour_at timestamptz not null,
  counter text not null,
  amount bigint not null check (amount >= 0),
  primary key (tenant_id, device_id, hour_at, site_id, counter)
);
create index counter_hour_order on counter_hour (tenant_id, hour_at);

-- Of earlier days only the hours of use are known; what else was counted stands at the day's beginning.
insert into counter_hour (tenant_id, device_id, site_id, device_type, hour_at, counter, amount)
select h.tenant_id, h.device_id, h.site_id, d.type, h.hour_at,
  case d.type when 'exchange' then 'coinsOut' when 'vending' then 'sold' else 'plays' end, h.uses
from device_hour h join device d on d.tenant_id = h.tenant_id and d.id = h.device_id
where d.type <> 'deposit';
insert into counter_hour (tenant_id, device_id, site_id, device_type, hour_at, counter, amount)
select c.tenant_id, c.device_id, c.site_id, d.type, c.day::timestamp at time zone 'Asia/Shanghai', c.counter,
  c.amount - coalesce(h.amount, 0)
from device_day c
join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
left join (
  select tenant_id, device_id, site_id, (hour_at at time zone 'Asia/Shanghai')::date as day, counter,
    sum(amount)::bigint as amount
  from counter_hour group by 1, 2, 3, 4, 5
) h on h.tenant_id = c.tenant_id and h.device_id = c.device_id and h.site_id = c.site_id and h.day = c.day
  and h.counter = c.counter
where c.counter in ('plays', 'freePlays', 'coinsIn', 'cashCoins', 'coinsOut', 'prizesOut', 'ticketsOut', 'sold')
  and c.amount > coalesce(h.amount, 0)
on conflict (tenant_id, device_id, hour_at, site_id, counter) do update set amount = counter_hour.amount + excluded.amount;

create view counter_figure as
select tenant_id, site_id, device_id, device_type, null::text as wallet_id, hour_at as at,
  case counter when 'prizesOut' then 'wins' else counter end as measure, amount
from counter_hour;
