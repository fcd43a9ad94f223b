-- The same lines as before; now those of a month are found by the index of their time.
create or replace view order_figure as
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.settled_at as at,
  line.measure || '.' || o.pay_way as measure,
  case line.measure
    when 'orders' then case when p.order_id is null then 1 else 0 end
    -- the last delivery is what the order has delivered, less what it had delivered before
    when 'gross' then o.fulfilled_amount - coalesce(p.amount, 0)
    -- the order knows what is left of its fee: what refunds brought back belongs to their own moments
    else o.fee_fen + coalesce(r.back, 0) - coalesce(p.fee, 0)
  end as amount
from orders o
left join (
  select tenant_id, order_id, sum(amount)::bigint as amount, sum(fee_fen)::bigint as fee from order_part group by 1, 2
) p on p.tenant_id = o.tenant_id and p.order_id = o.id
left join (
  select tenant_id, order_id, sum(fee_back_fen)::bigint as back from order_refund
  where state <> 'failed' and fee_back_fen <> 0 group by 1, 2
) r on r.tenant_id = o.tenant_id and r.order_id = o.id
cross join (values ('orders'), ('gross'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit = 'fen' and o.settled_at is not null
union all
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, p.settled_at,
  line.measure || '.' || o.pay_way,
  case line.measure
    when 'orders' then case when exists (
      select from order_part e where e.tenant_id = p.tenant_id and e.order_id = p.order_id
        and (e.settled_at, e.id) < (p.settled_at, p.id)) then 0 else 1 end
    when 'gross' then p.amount
    else p.fee_fen
  end
from order_part p
join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
cross join (values ('orders'), ('gross'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit = 'fen'
union all
-- it left the wallet then, whether the platform has confirmed it since or not …
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, r.created_at,
  line.measure || '.' || o.pay_way,
  case line.measure when 'refund' then r.delivered else r.kept_fee_fen - r.fee_back_fen end
from order_refund r
join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
cross join (values ('refund'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit = 'fen'
union all
-- … and came back when the platform would not give it
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, r.ended_at, line.measure || '.' || o.pay_way,
  case line.measure when 'refund' then -r.delivered else r.fee_back_fen end
from order_refund r
join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
cross join (values ('refund'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit = 'fen' and r.state = 'failed' and r.ended_at is not null;
