-- Beside the money that machines took: what the coins thrown in were worth by the settings of the machine in that hour
-- (coinFace), where they say it. As on the list of cash, rounded line by line.
create function cash_coin_face(coins bigint, coins_per_yuan integer) returns bigint
language sql immutable parallel safe
return coalesce(round(coins * 100.0 / coins_per_yuan)::bigint, 0);

create or replace view cash_figure as
select tenant_id, site_id, device_id, type as device_type, null::text as wallet_id, hour_at as at, line.measure, line.amount
from cash_gain
cross join lateral (values
  ('cash', notes_fen + cash_fen),
  ('coinFace', cash_coin_face(coins, coins_per_yuan))
) line (measure, amount)
where hidden_at is null and line.amount > 0;

create or replace function note_cash_added() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select tenant_id, site_id, device_id, type, hour_at, jsonb_build_object(
    'cash', notes_fen + cash_fen, 'coinFace', cash_coin_face(coins, coins_per_yuan))
  from added
  where hidden_at is null and (notes_fen + cash_fen <> 0 or cash_coin_face(coins, coins_per_yuan) <> 0);
  return null;
end $$;

create or replace function note_cash_changed() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  select d.tenant_id, d.site_id, d.device_id, d.type, d.hour_at, jsonb_build_object('cash', d.cash, 'coinFace', d.face)
  from (
    select n.*,
      case when n.hidden_at is null then n.notes_fen + n.cash_fen else 0 end
        - case when o.hidden_at is null then o.notes_fen + o.cash_fen else 0 end as cash,
      case when n.hidden_at is null then cash_coin_face(n.coins, n.coins_per_yuan) else 0 end
        - case when o.hidden_at is null then cash_coin_face(o.coins, o.coins_per_yuan) else 0 end as face
    from now_so n join once_so o on o.tenant_id = n.tenant_id and o.id = n.id
  ) d
  where d.cash <> 0 or d.face <> 0;
  return null;
end $$;

insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
select tenant_id, site_id, device_id, device_type, at, jsonb_build_object(measure, amount)
from cash_figure where measure = 'coinFace';
