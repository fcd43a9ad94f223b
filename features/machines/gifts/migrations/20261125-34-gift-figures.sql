-- Prizes that machines let out, also those that their books no longer held, and what they cost.
create view gift_figure as
select m.tenant_id, m.site_id, m.device_id, d.type as device_type, null::text as wallet_id, m.created_at as at,
  line.measure, line.amount
from gift_movement m
left join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
cross join lateral (values
  ('prizes', (m.amount + m.missing)::bigint),
  ('giftCost', (m.amount + m.missing)::bigint * m.cost_fen)
) line (measure, amount)
where m.kind = 'won';
