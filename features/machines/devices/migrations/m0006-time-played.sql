-- How long machines were played. Machines count plays and do not say how long one took; what is known is how long a play may take
-- by the settings of the machine, and it is kept with the count of the hour. An hour has no more than 3600 seconds.
alter table device add column play_time_s integer check (play_time_s > 0);
alter table counter_hour add column play_time_s integer check (play_time_s > 0);

create function counter_play_seconds(counter text, amount bigint, play_time_s integer) returns bigint
language sql immutable parallel safe
return case when counter = 'plays' then coalesce(least(amount * play_time_s, 3600), 0) else 0 end;

create or replace view counter_figure as
select h.tenant_id, h.site_id, h.device_id, h.device_type, null::text as wallet_id, h.hour_at as at, line.measure, line.amount
from counter_hour h
cross join lateral (values
  (case h.counter when 'prizesOut' then 'wins' else h.counter end, h.amount),
  ('playSeconds', counter_play_seconds(h.counter, h.amount, h.play_time_s))
) line (measure, amount)
where line.measure <> 'playSeconds' or line.amount > 0;

create or replace function note_counters_added() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select h.tenant_id, h.site_id, h.device_id, h.device_type, h.hour_at, jsonb_object_agg(line.measure, line.amount)
  from added h
  cross join lateral (values
    (case h.counter when 'prizesOut' then 'wins' else h.counter end, h.amount),
    ('playSeconds', counter_play_seconds(h.counter, h.amount, h.play_time_s))
  ) line (measure, amount)
  where line.amount <> 0 group by h.tenant_id, h.site_id, h.device_id, h.device_type, h.hour_at;
  return null;
end $$;

create or replace function note_counters_changed() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select n.tenant_id, n.site_id, n.device_id, n.device_type, n.hour_at, jsonb_object_agg(line.measure, line.amount)
  from now_so n join once_so o on o.tenant_id = n.tenant_id and o.device_id = n.device_id and o.hour_at = n.hour_at
    and o.site_id = n.site_id and o.counter = n.counter
  cross join lateral (values
    (case n.counter when 'prizesOut' then 'wins' else n.counter end, n.amount - o.amount),
    ('playSeconds', counter_play_seconds(n.counter, n.amount, n.play_time_s)
      - counter_play_seconds(o.counter, o.amount, o.play_time_s))
  ) line (measure, amount)
  where line.amount <> 0 group by n.tenant_id, n.site_id, n.device_id, n.device_type, n.hour_at;
  return null;
end $$;
