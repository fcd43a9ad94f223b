-- One definition of what orders bring, line by line with its moment. Lists of entries read it; figures are made from it
-- (`order_line`, `order_figure`). Sums of a few orders look only at the parts and refunds of those.
create view income_entry as
select o.tenant_id, o.id as order_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, o.number, o.title,
  o.device_number, o.device_name, order_coins(o.fulfilment) as coins, o.id as entry_id, 'delivered'::text as kind,
  o.settled_at as at,
  -- an order counts once, when something of it was delivered for the first time
  case when exists (select from order_part p where p.tenant_id = o.tenant_id and p.order_id = o.id) then 0 else 1 end as orders,
  -- the last delivery is what the order has delivered, less what it had delivered before
  o.fulfilled_amount - coalesce((select sum(p.amount)::bigint from order_part p
    where p.tenant_id = o.tenant_id and p.order_id = o.id), 0) as gross,
  0::bigint as refund,
  -- the order knows what is left of its fee: what refunds brought back belongs to their own moments
  o.fee_fen + coalesce((select sum(r.fee_back_fen)::bigint from order_refund r
      where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state <> 'failed'), 0)
    - coalesce((select sum(p.fee_fen)::bigint from order_part p
      where p.tenant_id = o.tenant_id and p.order_id = o.id), 0) as fee
from orders o
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin') and o.settled_at is not null
union all
select o.tenant_id, o.id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, o.number, o.title,
  o.device_number, o.device_name, order_coins(o.fulfilment), p.id, 'delivered'::text, p.settled_at,
  case when exists (select from order_part e where e.tenant_id = p.tenant_id and e.order_id = p.order_id
    and (e.settled_at, e.id) < (p.settled_at, p.id)) then 0 else 1 end,
  p.amount, 0::bigint, p.fee_fen
from order_part p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin')
union all
-- it left the wallet then, whether the platform has confirmed it since or not …
select o.tenant_id, o.id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, o.number, o.title,
  o.device_number, o.device_name, order_coins(o.fulfilment), r.id, 'refunded'::text, r.created_at,
  0, 0::bigint, r.delivered, r.kept_fee_fen - r.fee_back_fen
from order_refund r join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin')
union all
-- … and came back when the platform would not give it; the refund has a line of its own already
select o.tenant_id, o.id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, o.number, o.title,
  o.device_number, o.device_name, order_coins(o.fulfilment), md5(r.id::text || ' refused')::uuid, 'refused'::text, r.ended_at,
  0, 0::bigint, -r.delivered, r.fee_back_fen
from order_refund r join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin') and r.state = 'failed' and r.ended_at is not null;

create or replace view order_line as
select e.tenant_id, e.site_id, e.device_id, e.device_type, e.wallet_id, e.pay_way, e.unit, e.coins, e.at, line.measure, line.amount
from income_entry e
cross join lateral (values
  ('orders', e.orders::bigint), ('gross', e.gross), ('refund', e.refund), ('fee', e.fee)
) line (measure, amount)
where line.amount <> 0;
