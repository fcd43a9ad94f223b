-- What a machine took is more than money: coins out of players' accounts are spent there, and a coin is worth what people
-- paid for it. Three kinds of lines beside those of money:
-- paidCoins: coins that orders took out of accounts, less what went back; coinSales and coinBack: fen for which coins were
-- put into accounts, and what of it went back; coinsSold: those coins, counted with the order.
create function order_coins(fulfilment jsonb) returns bigint language sql immutable parallel safe
return case when fulfilment ->> 'name' = 'coins' then coalesce((fulfilment -> 'plan' ->> 'coins')::bigint, 0) else 0 end;

-- The lines of orders as they were, of both units, before they get their names.
create view order_line as
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, order_coins(o.fulfilment) as coins,
  o.settled_at as at, line.measure,
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
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin') and o.settled_at is not null
union all
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, order_coins(o.fulfilment), p.settled_at,
  line.measure,
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
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin')
union all
-- it left the wallet then, whether the platform has confirmed it since or not …
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, order_coins(o.fulfilment), r.created_at,
  line.measure,
  case line.measure when 'refund' then r.delivered else r.kept_fee_fen - r.fee_back_fen end
from order_refund r
join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
cross join (values ('refund'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin')
union all
-- … and came back when the platform would not give it
select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, o.pay_way, o.unit, order_coins(o.fulfilment), r.ended_at,
  line.measure,
  case line.measure when 'refund' then -r.delivered else r.fee_back_fen end
from order_refund r
join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
cross join (values ('refund'), ('fee')) line (measure)
where o.settles_to = 'earnings' and o.unit in ('fen', 'coin') and r.state = 'failed' and r.ended_at is not null;

create or replace view order_figure as
select l.tenant_id, l.site_id, l.device_id, l.device_type, l.wallet_id, l.at, f.measure, f.amount
from order_line l
cross join lateral (
  select l.measure || '.' || l.pay_way, l.amount where l.unit = 'fen'
  union all
  select 'paidCoins', case l.measure when 'gross' then l.amount else -l.amount end
  where l.unit = 'coin' and l.measure in ('gross', 'refund')
  union all
  select case l.measure when 'orders' then 'coinsSold' when 'gross' then 'coinSales' else 'coinBack' end,
    case l.measure when 'orders' then l.amount * l.coins else l.amount end
  where l.unit = 'fen' and l.coins > 0 and l.measure in ('orders', 'gross', 'refund')
) f (measure, amount);

-- The same where they are noted: every line of an order passes here.
create or replace function note_order_figures(
  o orders, at timestamptz, count bigint, gross bigint, refund bigint, fee bigint)
returns void language plpgsql as $$
declare
  coins bigint := order_coins(o.fulfilment);
begin
  if at is null or (count = 0 and gross = 0 and refund = 0 and fee = 0) then return; end if;
  insert into figure_change (tenant_id, site_id, device_id, device_type, wallet_id, at, figures)
  values (o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, at,
    case when o.unit = 'coin' then jsonb_build_object('paidCoins', gross - refund)
    else jsonb_build_object(
        'orders.' || o.pay_way, count, 'gross.' || o.pay_way, gross, 'refund.' || o.pay_way, refund, 'fee.' || o.pay_way, fee)
      || case when coins > 0
        then jsonb_build_object('coinsSold', count * coins, 'coinSales', gross, 'coinBack', refund) else '{}' end
    end);
end $$;

drop trigger order_figures_added on orders;
drop trigger order_figures_changed on orders;
create trigger order_figures_added after insert on orders for each row
when (new.settled_at is not null and new.settles_to = 'earnings' and new.unit in ('fen', 'coin'))
execute function note_order();
create trigger order_figures_changed after update on orders for each row
when (new.settles_to = 'earnings' and new.unit in ('fen', 'coin')
  and (old.settled_at, old.fulfilled_amount, old.fee_fen, old.site_id, old.device_id, old.wallet_id)
    is distinct from (new.settled_at, new.fulfilled_amount, new.fee_fen, new.site_id, new.device_id, new.wallet_id))
execute function note_order();

create or replace function note_order_part() returns trigger language plpgsql as $$
declare
  o orders;
  first bigint;
begin
  select * into o from orders where tenant_id = new.tenant_id and id = new.order_id;
  if o.settles_to <> 'earnings' or o.unit not in ('fen', 'coin') or o.settled_at = new.settled_at then return null; end if;
  select case when count(*) = 1 then 1 else 0 end into first
  from order_part where tenant_id = new.tenant_id and order_id = new.order_id;
  perform note_order_figures(o, new.settled_at, first, new.amount, 0, new.fee_fen);
  perform note_order_figures(o, o.settled_at, -first, -new.amount, 0, -new.fee_fen);
  return null;
end $$;

create or replace function note_order_refund() returns trigger language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where tenant_id = new.tenant_id and id = new.order_id;
  if o.settles_to <> 'earnings' or o.unit not in ('fen', 'coin') then return null; end if;
  if tg_op = 'UPDATE' then perform note_refund_figures(o, old, -1); end if;
  perform note_refund_figures(o, new, 1);
  return null;
end $$;

-- What there was before: it is added up with the next turn, and a correction where its day is fixed.
insert into figure_change (tenant_id, site_id, device_id, device_type, wallet_id, at, figures)
select tenant_id, site_id, device_id, device_type, wallet_id, at, jsonb_build_object(measure, amount)
from order_figure where measure in ('paidCoins', 'coinSales', 'coinBack', 'coinsSold') and amount <> 0;
