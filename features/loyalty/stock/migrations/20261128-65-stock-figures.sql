-- Where a document happened: the store may stand elsewhere later, and figures stay where they were.
alter table stock_document add column site_id uuid;
alter table stock_document disable trigger stock_document_append_only;
update stock_document d set site_id = s.site_id
from stock_store s where s.tenant_id = d.tenant_id and s.id = d.store_id and s.site_id is not null;
alter table stock_document enable trigger stock_document_append_only;

create function stock_document_site() returns trigger language plpgsql as $$
begin
  select site_id into new.site_id from stock_store where tenant_id = new.tenant_id and id = new.store_id;
  return new;
end $$;
create trigger stock_document_site before insert on stock_document for each row execute function stock_document_site();

-- What goods cost that were handed out, and what those are worth that came back.
create view stock_figure as
select d.tenant_id, d.site_id, null::uuid as device_id, null::text as device_type, null::text as wallet_id, d.created_at as at,
  case coalesce(o.kind, d.kind) when 'handOut' then 'goodsCost' else 'goodsBack' end as measure,
  case coalesce(o.kind, d.kind) when 'handOut' then -d.cost_fen else d.cost_fen end as amount
from stock_document d left join stock_document o on o.tenant_id = d.tenant_id and o.id = d.reverses_id
where coalesce(o.kind, d.kind) in ('handOut', 'recycle') and d.cost_fen <> 0;

create function note_stock_figure() returns trigger language plpgsql as $$
declare
  of_kind text := new.kind;
begin
  if new.reverses_id is not null then
    select kind into of_kind from stock_document where tenant_id = new.tenant_id and id = new.reverses_id;
  end if;
  if of_kind in ('handOut', 'recycle') and new.cost_fen <> 0 then
    insert into figure_change (tenant_id, site_id, at, figures)
    values (new.tenant_id, new.site_id, new.created_at, case of_kind
      when 'handOut' then jsonb_build_object('goodsCost', -new.cost_fen)
      else jsonb_build_object('goodsBack', new.cost_fen) end);
  end if;
  return null;
end $$;
create trigger stock_document_figure after insert on stock_document for each row execute function note_stock_figure();

insert into figure_change (tenant_id, site_id, at, figures)
select tenant_id, site_id, at, jsonb_build_object(measure, amount) from stock_figure;

create or replace view figure_line as
select * from order_figure union all
select * from cash_figure union all
select * from counter_figure union all
select * from gift_figure union all
select * from point_figure union all
select * from stock_figure;
