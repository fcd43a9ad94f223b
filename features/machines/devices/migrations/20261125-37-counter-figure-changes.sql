-- Whatever changes the lines of the view counter_figure notes the difference, in the same transaction: one row for all
-- counters of a machine in an hour.
create function note_counters_added() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, device_type, hour_at,
    jsonb_object_agg(case counter when 'prizesOut' then 'wins' else counter end, amount)
  from added where amount <> 0 group by tenant_id, site_id, device_id, device_type, hour_at;
  return null;
end $$;
create trigger counter_figures_added after insert on counter_hour referencing new table as added
for each statement execute function note_counters_added();

create function note_counters_changed() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select n.tenant_id, n.site_id, n.device_id, n.device_type, n.hour_at,
    jsonb_object_agg(case n.counter when 'prizesOut' then 'wins' else n.counter end, n.amount - o.amount)
  from now_so n join once_so o on o.tenant_id = n.tenant_id and o.device_id = n.device_id and o.hour_at = n.hour_at
    and o.site_id = n.site_id and o.counter = n.counter
  where n.amount <> o.amount group by n.tenant_id, n.site_id, n.device_id, n.device_type, n.hour_at;
  return null;
end $$;
create trigger counter_figures_changed after update on counter_hour referencing old table as once_so new table as now_so
for each statement execute function note_counters_changed();
