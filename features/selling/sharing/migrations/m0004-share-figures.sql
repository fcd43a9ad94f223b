-- Shares are figures: what others have in the orders of a day is added up once and not by every report. A line says when its order
-- was delivered and at which machine, so that its day is the site's own.
alter table share_line add column settled_at timestamptz;
alter table share_line add column device_id uuid;
alter table share_line add column device_type text;
update share_line l set settled_at = coalesce(
    -- an order that delivered again since keeps the day on which it was shared
    case when (o.settled_at at time zone 'Asia/Shanghai')::date = l.day then o.settled_at end,
    (l.day + time '12:00') at time zone 'Asia/Shanghai'),
  device_id = o.device_id, device_type = o.device_type
from orders o where o.tenant_id = l.tenant_id and o.id = l.order_id;
update share_line set settled_at = (day + time '12:00') at time zone 'Asia/Shanghai' where settled_at is null;
alter table share_line alter column settled_at set not null;
create index share_line_settled on share_line (tenant_id, settled_at);

create view share_figure as
select tenant_id, site_id, device_id, device_type, null::text as wallet_id, settled_at as at, 'shares'::text as measure,
  due_fen as amount
from share_line where due_fen <> 0;

create function note_share_line() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  values (new.tenant_id, new.site_id, new.device_id, new.device_type, new.settled_at,
    jsonb_build_object('shares', new.due_fen - case when tg_op = 'UPDATE' then old.due_fen else 0 end));
  return null;
end $$;
create trigger share_line_figures_added after insert on share_line for each row
when (new.due_fen <> 0) execute function note_share_line();
create trigger share_line_figures_changed after update on share_line for each row
when (old.due_fen <> new.due_fen) execute function note_share_line();

create or replace view figure_line as
select * from order_figure union all
select * from cash_figure union all
select * from counter_figure union all
select * from gift_figure union all
select * from point_figure union all
select * from stock_figure union all
select * from share_figure;

-- What there was before: it is added up with the next turn, and a correction where its day is fixed.
insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
select tenant_id, site_id, device_id, device_type, at, jsonb_build_object(measure, amount) from share_figure;
