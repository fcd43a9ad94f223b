-- What of the shares is paid is a figure too (sharesPaid): what is still open of a site's shares is a difference of two sums, and
-- no report adds up lines for it.
create or replace view share_figure as
select l.tenant_id, l.site_id, l.device_id, l.device_type, null::text as wallet_id, l.settled_at as at, line.measure, line.amount
from share_line l
cross join lateral (values ('shares', l.due_fen), ('sharesPaid', l.paid_fen)) line (measure, amount)
where line.amount <> 0;

create or replace function note_share_line() returns trigger language plpgsql as $$
begin
  insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
  values (new.tenant_id, new.site_id, new.device_id, new.device_type, new.settled_at, jsonb_build_object(
    'shares', new.due_fen - case when tg_op = 'UPDATE' then old.due_fen else 0 end,
    'sharesPaid', new.paid_fen - case when tg_op = 'UPDATE' then old.paid_fen else 0 end));
  return null;
end $$;
drop trigger share_line_figures_added on share_line;
drop trigger share_line_figures_changed on share_line;
create trigger share_line_figures_added after insert on share_line for each row
when (new.due_fen <> 0 or new.paid_fen <> 0) execute function note_share_line();
create trigger share_line_figures_changed after update on share_line for each row
when (old.due_fen <> new.due_fen or old.paid_fen <> new.paid_fen) execute function note_share_line();

insert into figure_change (tenant_id, site_id, device_id, device_type, at, figures)
select tenant_id, site_id, device_id, device_type, at, jsonb_build_object(measure, amount)
from share_figure where measure = 'sharesPaid';
