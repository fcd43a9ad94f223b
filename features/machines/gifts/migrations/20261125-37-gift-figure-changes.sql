-- Movements are written once and stay: what is won is noted in the same transaction (view gift_figure).
create function note_gifts_won() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select m.tenant_id, m.site_id, m.device_id, d.type, m.created_at, jsonb_build_object(
    'prizes', m.amount + m.missing, 'giftCost', (m.amount + m.missing)::bigint * m.cost_fen)
  from added m left join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
  where m.kind = 'won';
  return null;
end $$;
create trigger gift_figures_added after insert on gift_movement referencing new table as added
for each statement execute function note_gifts_won();
