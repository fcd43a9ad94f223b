-- Whatever changes the lines of the view order_figure notes the difference, in the same transaction. Each trigger tells the
-- difference that its own row makes to what stands in the tables at that moment, so their sequence does not matter; orders
-- are not written by the same statement as their parts and refunds.
create function note_order_figures(o orders, at timestamptz, count bigint, gross bigint, refund bigint, fee bigint)
returns void language plpgsql as $$
begin
  if at is null or (count = 0 and gross = 0 and refund = 0 and fee = 0) then return; end if;
  insert into figure_change (tenant_id, site_id, device_id, device_type, wallet_id, at, figures)
  values (o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, at, jsonb_build_object(
    'orders.' || o.pay_way, count, 'gross.' || o.pay_way, gross, 'refund.' || o.pay_way, refund, 'fee.' || o.pay_way, fee));
end $$;

create function note_order() returns trigger language plpgsql as $$
declare
  parts record;
  back bigint;
begin
  if tg_op = 'INSERT' then
    perform note_order_figures(new, new.settled_at, 1, new.fulfilled_amount, 0, new.fee_fen);
    return null;
  end if;
  select count(*) as number, coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(fee_fen), 0)::bigint as fee into parts
  from order_part where tenant_id = new.tenant_id and order_id = new.id;
  select coalesce(sum(fee_back_fen), 0)::bigint into back
  from order_refund where tenant_id = new.tenant_id and order_id = new.id and state <> 'failed';
  if (old.settled_at, old.site_id, old.device_id, old.device_type, old.wallet_id, old.pay_way)
    is not distinct from (new.settled_at, new.site_id, new.device_id, new.device_type, new.wallet_id, new.pay_way) then
    perform note_order_figures(new, new.settled_at, 0, new.fulfilled_amount - old.fulfilled_amount, 0,
      new.fee_fen - old.fee_fen);
    return null;
  end if;
  perform note_order_figures(old, old.settled_at, case when parts.number = 0 then -1 else 0 end,
    parts.amount - old.fulfilled_amount, 0, parts.fee - old.fee_fen - back);
  perform note_order_figures(new, new.settled_at, case when parts.number = 0 then 1 else 0 end,
    new.fulfilled_amount - parts.amount, 0, new.fee_fen + back - parts.fee);
  return null;
end $$;

create trigger order_figures_added after insert on orders for each row
when (new.settled_at is not null and new.settles_to = 'earnings' and new.unit = 'fen')
execute function note_order();
create trigger order_figures_changed after update on orders for each row
when (new.settles_to = 'earnings' and new.unit = 'fen'
  and (old.settled_at, old.fulfilled_amount, old.fee_fen, old.site_id, old.device_id, old.wallet_id)
    is distinct from (new.settled_at, new.fulfilled_amount, new.fee_fen, new.site_id, new.device_id, new.wallet_id))
execute function note_order();

create function note_order_part() returns trigger language plpgsql as $$
declare
  o orders;
  first bigint;
begin
  select * into o from orders where tenant_id = new.tenant_id and id = new.order_id;
  if o.settles_to <> 'earnings' or o.unit <> 'fen' or o.settled_at = new.settled_at then return null; end if;
  select case when count(*) = 1 then 1 else 0 end into first
  from order_part where tenant_id = new.tenant_id and order_id = new.order_id;
  perform note_order_figures(o, new.settled_at, first, new.amount, 0, new.fee_fen);
  perform note_order_figures(o, o.settled_at, -first, -new.amount, 0, -new.fee_fen);
  return null;
end $$;
create trigger order_part_figures after insert on order_part for each row execute function note_order_part();

create function note_refund_figures(o orders, r order_refund, sign integer) returns void language plpgsql as $$
begin
  perform note_order_figures(o, r.created_at, 0, 0, sign * r.delivered, sign * (r.kept_fee_fen - r.fee_back_fen));
  if r.state = 'failed' then
    perform note_order_figures(o, r.ended_at, 0, 0, -sign * r.delivered, sign * r.fee_back_fen);
  else
    perform note_order_figures(o, o.settled_at, 0, 0, 0, sign * r.fee_back_fen);
  end if;
end $$;

create function note_order_refund() returns trigger language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders where tenant_id = new.tenant_id and id = new.order_id;
  if o.settles_to <> 'earnings' or o.unit <> 'fen' then return null; end if;
  if tg_op = 'UPDATE' then perform note_refund_figures(o, old, -1); end if;
  perform note_refund_figures(o, new, 1);
  return null;
end $$;
create trigger order_refund_figures_added after insert on order_refund for each row
when (new.delivered <> 0 or new.kept_fee_fen <> 0 or new.fee_back_fen <> 0)
execute function note_order_refund();
create trigger order_refund_figures_changed after update on order_refund for each row
when ((old.state = 'failed', old.created_at, old.delivered, old.kept_fee_fen, old.fee_back_fen)
    is distinct from (new.state = 'failed', new.created_at, new.delivered, new.kept_fee_fen, new.fee_back_fen)
  or (new.state = 'failed' and old.ended_at is distinct from new.ended_at))
execute function note_order_refund();
