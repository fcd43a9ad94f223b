-- Lots, movements and figures follow the books, whoever writes entries: the accounts are held by the statement that moved
-- them, so two that spend the same points come here one after the other.
create function point_expiry(tenant text, of_unit text, earned timestamptz) returns timestamptz language sql stable
return (
  select (date_trunc('day', earned at time zone 'Asia/Shanghai')
    + make_interval(days => case of_unit when 'point' then point_days else ticket_days end + 1)) at time zone 'Asia/Shanghai'
  from point_rule where tenant_id = tenant
);

create function point_flow(kind text, amount bigint, gives_back boolean) returns text language sql immutable
return case
  when kind = 'pointsExpired' then 'expired'
  when kind in ('pointsAdjusted', 'correction') then 'adjusted'
  when kind in ('playerJoin', 'playerSplit') then 'moved'
  when kind in ('refund', 'pointsReversed', 'pointsDebt') then 'reversed'
  when gives_back then 'spent'
  when amount > 0 then 'issued'
  else 'spent'
end;

-- Oldest expiry first; what is taken back of earnings begins with what they had brought.
create function point_lots_take(account uuid, tenant text, wanted bigint, transfer uuid, reversed uuid) returns void
language plpgsql as $$
declare
  found bigint;
begin
  with due as (
    select l.id, l.left_amount, sum(l.left_amount) over (
        order by coalesce(l.transfer_id = reversed, false) desc, l.expires_at nulls last, l.earned_at, l.place
      ) - l.left_amount as before
    from point_lot l where l.account_id = account and l.left_amount > 0
  ), taken as (
    select due.id, least(due.left_amount, wanted - due.before)::bigint as amount from due where due.before < wanted
  ), lowered as (
    update point_lot l set left_amount = l.left_amount - taken.amount
    from taken where l.tenant_id = tenant and l.id = taken.id
  ), noted as (
    insert into point_lot_use as u (tenant_id, lot_id, transfer_id, amount)
    select tenant, taken.id, transfer, taken.amount from taken
    on conflict (tenant_id, lot_id, transfer_id) do update set amount = u.amount + excluded.amount
  )
  select coalesce(sum(taken.amount), 0) into found from taken;
  if found <> wanted then
    raise exception 'lots of account % hold % of %', account, found, wanted using errcode = 'check_violation';
  end if;
end $$;

create function point_books_follow() returns trigger language plpgsql as $$
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
          -- whoever gets something back has a week to use it
          insert into point_lot (tenant_id, account_id, site_id, player_id, unit, transfer_id, earned_at, expires_at, amount,
            left_amount)
          values (e.tenant_id, e.account_id, e.site_id, e.player_id, e.unit, e.transfer_id, used.earned_at,
            case when e.handed or used.expires_at is null then used.expires_at
              else greatest(used.expires_at, e.at + interval '7 days') end, part, part);
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

-- What is there already: each account has one lot that never expires, and its lines are movements.
insert into point_lot (tenant_id, account_id, site_id, player_id, unit, earned_at, amount, left_amount)
select a.tenant_id, a.id, substr(a.purpose, 6)::uuid, a.owner_id::uuid, a.unit, now(), a.balance, a.balance
from ledger_account a
where a.owner_kind = 'player' and a.unit in ('point', 'ticket') and a.purpose like 'site:%' and a.balance > 0;

insert into point_movement (tenant_id, id, created_at, site_id, player_id, unit, kind, flow, amount, balance_after, transfer_id,
  subject_kind, subject_id)
select l.tenant_id, point_movement_id(l.created_at), l.created_at, l.site_id, l.player_id, l.unit, l.kind,
  point_flow(l.kind, l.amount, l.reverses_id is not null), l.amount, l.balance_after, l.transfer_id, l.subject_kind,
  l.subject_id
from (
  select a.tenant_id, t.created_at, substr(a.purpose, 6)::uuid as site_id, a.owner_id::uuid as player_id, a.unit, t.kind,
    t.reverses_id, e.amount, e.balance_after, t.id as transfer_id, t.subject_kind, t.subject_id
  from ledger_entry e
  join ledger_account a on a.id = e.account_id and a.owner_kind = 'player' and a.unit in ('point', 'ticket')
    and a.purpose like 'site:%'
  join ledger_transfer t on t.id = e.transfer_id
  order by t.created_at, e.account_id, e.place
) l;

create trigger ledger_entry_points after insert on ledger_entry
  referencing new table as added for each statement execute function point_books_follow();

create view point_figure as
select tenant_id, site_id, null::uuid as device_id, null::text as device_type, null::text as wallet_id, created_at as at,
  unit || 's' || initcap(flow) as measure,
  case when flow in ('issued', 'adjusted') then amount else -amount end as amount
from point_movement where flow <> 'moved';

insert into figure_change (tenant_id, site_id, at, figures)
select tenant_id, site_id, at, jsonb_build_object(measure, amount) from point_figure;

create or replace view figure_line as
select * from order_figure union all
select * from cash_figure union all
select * from counter_figure union all
select * from gift_figure union all
select * from point_figure;

-- An order of a known player that earned something, or gave some of it back, is looked at.
create function note_point_due() returns trigger language plpgsql as $$
begin
  if exists (select from point_rule where tenant_id = new.tenant_id and active_since <= new.settled_at)
    or exists (select from point_order where tenant_id = new.tenant_id and order_id = new.id) then
    insert into point_due (tenant_id, order_id) values (new.tenant_id, new.id);
  end if;
  return null;
end $$;
create trigger order_points_added after insert on orders for each row
when (new.settled_at is not null and new.player_id is not null and new.site_id is not null and new.settles_to = 'earnings')
execute function note_point_due();
create trigger order_points_changed after update on orders for each row
when (new.settled_at is not null and new.player_id is not null and new.site_id is not null and new.settles_to = 'earnings'
  and (old.settled_at, old.fulfilled_amount, old.refunded_amount)
    is distinct from (new.settled_at, new.fulfilled_amount, new.refunded_amount))
execute function note_point_due();
