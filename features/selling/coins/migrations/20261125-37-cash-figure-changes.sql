-- Whatever changes the lines of the view cash_figure notes the difference, in the same transaction.
create function note_cash_added() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, type, hour_at, jsonb_build_object('cash', notes_fen + cash_fen)
  from added where hidden_at is null and notes_fen + cash_fen <> 0;
  return null;
end $$;
create trigger cash_figures_added after insert on cash_gain referencing new table as added
for each statement execute function note_cash_added();

create function note_cash_changed() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select n.tenant_id, n.site_id, n.device_id, n.type, n.hour_at, jsonb_build_object('cash',
    case when n.hidden_at is null then n.notes_fen + n.cash_fen else 0 end
    - case when o.hidden_at is null then o.notes_fen + o.cash_fen else 0 end)
  from now_so n join once_so o on o.tenant_id = n.tenant_id and o.id = n.id
  where case when n.hidden_at is null then n.notes_fen + n.cash_fen else 0 end
    <> case when o.hidden_at is null then o.notes_fen + o.cash_fen else 0 end;
  return null;
end $$;
create trigger cash_figures_changed after update on cash_gain referencing old table as once_so new table as now_so
for each statement execute function note_cash_changed();
