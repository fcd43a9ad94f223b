-- Of the papers of a store also what was bought, what counts found (less than nothing: missing) and what was written off.
create function stock_measure(kind text) returns text language sql immutable as $$
  select case kind when 'handOut' then 'goodsCost' when 'recycle' then 'goodsBack' when 'receipt' then 'goodsBought'
    when 'count' then 'goodsCounted' when 'loss' then 'goodsLost' end
$$;
-- What leaves is a cost: said without its sign.
create function stock_amount(kind text, cost_fen bigint) returns bigint language sql immutable as $$
  select case when kind in ('handOut', 'loss') then -cost_fen else cost_fen end
$$;

create or replace view stock_figure as
select d.tenant_id, d.site_id, null::uuid as device_id, null::text as device_type, null::text as wallet_id, d.created_at as at,
  stock_measure(coalesce(o.kind, d.kind)) as measure, stock_amount(coalesce(o.kind, d.kind), d.cost_fen) as amount
from stock_document d left join stock_document o on o.tenant_id = d.tenant_id and o.id = d.reverses_id
where stock_measure(coalesce(o.kind, d.kind)) is not null and d.cost_fen <> 0;

create or replace function note_stock_figure() returns trigger language plpgsql as $$
declare
  of_kind text := new.kind;
begin
  if new.reverses_id is not null then
    select kind into of_kind from stock_document where tenant_id = new.tenant_id and id = new.reverses_id;
  end if;
  if stock_measure(of_kind) is not null and new.cost_fen <> 0 then
    insert into figure_change (tenant_id, site_id, at, figures)
    values (new.tenant_id, new.site_id, new.created_at,
      jsonb_build_object(stock_measure(of_kind), stock_amount(of_kind, new.cost_fen)));
  end if;
  return null;
end $$;

insert into figure_change (tenant_id, site_id, at, figures)
select tenant_id, site_id, at, jsonb_build_object(measure, amount) from stock_figure
where measure in ('goodsBought', 'goodsCounted', 'goodsLost');
