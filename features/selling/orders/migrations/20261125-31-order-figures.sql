-- What orders brought, line by line at the moment at which it is booked (rules/income-rules.ts). An order counts once, when
-- something of it was delivered for the first time.
create view order_figure as
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, line.at, line.measure || '.' || o.pay_way as measure,
  line.amount
from orders o
cross join lateral (
  -- the last delivery is what the order has delivered, less what it had delivered before
  select o.settled_at, 'orders', case when exists (
      select from order_part p where p.tenant_id = o.tenant_id and p.order_id = o.id) then 0 else 1 end::bigint
    where o.settled_at is not null
  union all
  select o.settled_at, 'gross', o.fulfilled_amount - coalesce((
      select sum(p.amount) from order_part p where p.tenant_id = o.tenant_id and p.order_id = o.id), 0)::bigint
    where o.settled_at is not null
  union all
  -- the order knows what is left of its fee: what refunds brought back belongs to their own moments
  select o.settled_at, 'fee', o.fee_fen
      + coalesce((select sum(r.fee_back_fen) from order_refund r
          where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state <> 'failed'), 0)::bigint
      - coalesce((select sum(p.fee_fen) from order_part p
          where p.tenant_id = o.tenant_id and p.order_id = o.id), 0)::bigint
    where o.settled_at is not null
) line (at, measure, amount)
where o.settles_to = 'earnings' and o.unit = 'fen'
union all
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, p.settled_at, line.measure || '.' || o.pay_way,
  line.amount
from order_part p
join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
cross join lateral (values
  ('orders', case when exists (
    select from order_part e where e.tenant_id = p.tenant_id and e.order_id = p.order_id
      and (e.settled_at, e.id) < (p.settled_at, p.id)) then 0 else 1 end::bigint),
  ('gross', p.amount),
  ('fee', p.fee_fen)
) line (measure, amount)
where o.settles_to = 'earnings' and o.unit = 'fen'
union all
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, line.at, line.measure || '.' || o.pay_way,
  line.amount
from order_refund r
join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
cross join lateral (values
  -- it left the wallet then, whether the platform has confirmed it since or not …
  (r.created_at, 'refund', r.delivered),
  (r.created_at, 'fee', r.kept_fee_fen - r.fee_back_fen),
  -- … and came back when the platform would not give it
  (case when r.state = 'failed' then r.ended_at end, 'refund', -r.delivered),
  (case when r.state = 'failed' then r.ended_at end, 'fee', r.fee_back_fen)
) line (at, measure, amount)
where o.settles_to = 'earnings' and o.unit = 'fen' and line.at is not null;
