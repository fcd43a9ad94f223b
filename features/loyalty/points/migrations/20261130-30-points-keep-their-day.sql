-- What is given back had a week at least, so points about to expire could be made younger by an exchange and its cancelling,
-- again and again. Now they keep the day they had; what is past it expires with the next sweep.
create or replace function point_books_follow() returns trigger language plpgsql as $$
declare
  e record;
  used record;
  rest bigint;
  part bigint;
  flow text;
begin
  for e in
    select own.*, case when own.amount < 0 then 1 when own.handed then 2 else 0 end as turn from (
      select a.id as account_id, a.tenant_id, a.unit, a.owner_id::uuid as player_id, substr(a.purpose, 6)::uuid as site_id,
        added.amount, added.balance_after, added.place, t.id as transfer_id, t.kind, t.created_at as at, t.reverses_id,
        t.subject_kind, t.subject_id, t.note,
        -- from one record of a person to the other
        exists (
          select from added giver join ledger_account g on g.id = giver.account_id
          where giver.transfer_id = added.transfer_id and giver.amount < 0 and g.id <> a.id and g.owner_kind = 'player'
            and g.unit = a.unit and g.purpose = a.purpose
        ) as handed
      from added
      join ledger_account a on a.id = added.account_id and a.owner_kind = 'player' and a.unit in ('point', 'ticket')
        and a.purpose ~ '^site:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and a.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      join ledger_transfer t on t.id = added.transfer_id
    ) own order by turn, own.account_id, own.place
  loop
    if e.amount < 0 then
      perform point_lots_take(e.account_id, e.tenant_id, -e.amount, e.transfer_id, e.reverses_id);
    else
      rest := e.amount;
      if e.handed or e.reverses_id is not null then
        for used in
          select u.lot_id, u.amount - u.returned as open, l.earned_at, l.expires_at
          from point_lot_use u join point_lot l on l.tenant_id = u.tenant_id and l.id = u.lot_id
          where u.tenant_id = e.tenant_id and u.amount > u.returned and l.unit = e.unit and l.site_id = e.site_id
            and u.transfer_id = case when e.handed then e.transfer_id else e.reverses_id end
          order by l.expires_at desc nulls first, l.earned_at desc, l.place desc
        loop
          exit when rest = 0;
          part := least(rest, used.open);
          update point_lot_use set returned = returned + part
          where tenant_id = e.tenant_id and lot_id = used.lot_id
            and transfer_id = case when e.handed then e.transfer_id else e.reverses_id end;
          -- it lasts until the day it had: an exchange that is cancelled makes nothing younger
          insert into point_lot (tenant_id, account_id, site_id, player_id, unit, transfer_id, earned_at, expires_at, amount,
            left_amount)
          values (e.tenant_id, e.account_id, e.site_id, e.player_id, e.unit, e.transfer_id, used.earned_at,
            used.expires_at, part, part);
          rest := rest - part;
        end loop;
      end if;
      if rest > 0 then
        insert into point_lot (tenant_id, account_id, site_id, player_id, unit, transfer_id, earned_at, expires_at, amount,
          left_amount)
        values (e.tenant_id, e.account_id, e.site_id, e.player_id, e.unit, e.transfer_id, e.at,
          point_expiry(e.tenant_id, e.unit, e.at), rest, rest);
      end if;
    end if;
    flow := point_flow(e.kind, e.amount, e.reverses_id is not null);
    insert into point_movement (tenant_id, id, created_at, site_id, player_id, unit, kind, flow, amount, balance_after,
      transfer_id, subject_kind, subject_id, remark)
    values (e.tenant_id, point_movement_id(e.at), e.at, e.site_id, e.player_id, e.unit, e.kind, flow, e.amount, e.balance_after, e.transfer_id,
      e.subject_kind, e.subject_id, coalesce(e.note ->> 'remark', ''));
    if flow <> 'moved' then
      insert into figure_change (tenant_id, site_id, at, figures)
      values (e.tenant_id, e.site_id, e.at, jsonb_build_object(e.unit || 's' || initcap(flow),
        case when flow in ('issued', 'adjusted') then e.amount else -e.amount end));
    end if;
  end loop;
  return null;
end $$;
