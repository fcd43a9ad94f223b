-- Goods for points and goods for money are handed over by one record: one code, one counter, one expiry, one limit.
alter table exchange_setting rename to handover_setting;
alter table handover_setting rename constraint exchange_setting_pkey to handover_setting_pkey;
-- Who sent goods that were bought, and never said how the store works, goes on sending them.
insert into handover_setting (tenant_id, open, pickup_days, shipping, password_above)
select distinct tenant_id, true, 7, true, 1000 from shop_order where delivery = 'ship'
on conflict (tenant_id) do nothing;

alter table exchange_order rename to handover;
alter table handover rename constraint exchange_order_pkey to handover_pkey;
alter index exchange_order_code rename to handover_code;
alter index exchange_order_step rename to handover_step;
alter index exchange_order_created_at rename to handover_created_at;
alter index exchange_order_player rename to handover_player;
alter index exchange_order_waiting rename to handover_waiting;
alter index exchange_order_unreminded rename to handover_unreminded;
alter table handover drop constraint exchange_order_state_check;
-- a code was kept for every pick-up; a sale of before this day has one from when it was paid until it was refunded
alter table handover drop constraint exchange_order_check2;
alter table handover
  alter column amount_fen type bigint,
  -- how it is paid: with points (and perhaps money) at the points store, or with money alone at the shop
  add column kind text not null default 'exchange' check (kind in ('exchange', 'sale')),
  add column state_before text check (state_before in ('ready', 'shipped', 'done')),
  -- while money is on its way back: what it will be then
  add column ends_as text check (ends_as in ('cancelled', 'expired')),
  add column from_cart boolean not null default false,
  add column paid_at timestamptz,
  add column handed_at timestamptz;
alter table handover alter column kind drop default;
alter table handover alter column from_cart drop default;
update handover set paid_at = created_at
where state in ('ready', 'shipped', 'done') or coalesce(point_transfer_id, ticket_transfer_id, order_id) is not null;
update handover set handed_at = ended_at where state in ('shipped', 'done');

insert into handover (tenant_id, id, created_at, number, kind, site_id, player_id, way, state, state_before, day, goods,
  picture, pieces, points, tickets, amount_fen, order_id, order_number, code_hash, waits_until, reminded_at, receiver,
  phone, address, carrier, tracking_number, user_id, user_name, from_cart, paid_at, handed_at, ended_at)
select s.tenant_id, s.order_id, s.created_at, coalesce(s.order_number, o.number, s.order_id::text), 'sale', s.site_id,
  s.player_id, case s.delivery when 'pickUp' then 'pickup' else 'ship' end,
  case s.state when 'waiting' then 'ready' when 'handedOut' then 'done' when 'givenUp' then 'cancelled' else s.state end,
  case s.state_before when 'waiting' then 'ready' when 'handedOut' then 'done' else s.state_before end,
  s.day, s.title,
  (select l.picture from shop_order_line l where l.tenant_id = s.tenant_id and l.order_id = s.order_id
    order by l.place limit 1),
  s.pieces, 0, 0, s.amount_fen, s.order_id, coalesce(s.order_number, o.number), s.code_hash, s.waits_until, s.reminded_at,
  coalesce(s.receiver ->> 'name', ''), coalesce(s.receiver ->> 'phone', ''),
  coalesce(concat_ws(' ', s.receiver ->> 'region', s.receiver ->> 'street'), ''),
  coalesce(s.carrier, ''), coalesce(s.tracking_number, ''), s.user_id, s.user_name, s.from_cart, s.paid_at, s.handed_at,
  coalesce(s.ended_at, s.handed_at)
from shop_order s left join orders o on o.tenant_id = s.tenant_id and o.id = s.order_id;

alter table handover add constraint handover_state_check check (state in
  ('asked', 'unpaid', 'ready', 'refunding', 'shipped', 'done', 'cancelled', 'expired', 'refused', 'refunded'));
alter table handover add constraint handover_refunding_check check ((state = 'refunding') = (state_before is not null));
create index handover_order on handover (tenant_id, order_id) where order_id is not null;

alter table exchange_line rename to handover_line;
alter table handover_line rename column order_id to handover_id;
alter table handover_line rename constraint exchange_line_pkey to handover_line_pkey;
alter index exchange_line_order rename to handover_line_handover;
alter index exchange_line_good rename to handover_line_good;
-- what the whole line costs in money, discounts taken off
alter table handover_line add column amount_fen bigint not null default 0 check (amount_fen >= 0);
alter table handover_line add column place integer not null default 0;
alter table handover_line alter column amount_fen drop default;
alter table handover_line alter column place drop default;
update handover_line l set amount_fen = l.pieces::bigint * l.price_fen, place = p.place
from (select tenant_id, id, row_number() over (partition by tenant_id, handover_id order by id) - 1 as place
  from handover_line) p
where p.tenant_id = l.tenant_id and p.id = l.id;
insert into handover_line (tenant_id, id, handover_id, place, good_id, variant_id, good_name, variant_name, picture, pieces,
  price_points, price_tickets, price_fen, amount_fen)
select tenant_id, id, order_id, place, good_id, variant_id, name, variant_name, picture, pieces, 0, 0, unit_fen, amount_fen
from shop_order_line;

drop table shop_order_line;
drop table shop_order;

-- One right for each thing, whichever way it was paid.
update role set permissions = (
  select array_agg(distinct right_now order by right_now)
  from unnest(permissions) as old (name)
  cross join lateral unnest(case old.name
    when 'exchange.view' then array['handover.view']
    when 'exchange.handOut' then array['handover.handOut']
    when 'exchange.ship' then array['handover.ship']
    when 'exchange.cancel' then array['handover.cancel']
    when 'exchange.settings' then array['handover.settings']
    when 'shop.view' then array['handover.view']
    when 'shop.handOut' then array['handover.handOut', 'handover.ship']
    else array[old.name]
  end) as right_now
)
where permissions && array['exchange.view', 'exchange.handOut', 'exchange.ship', 'exchange.cancel', 'exchange.settings',
  'shop.view', 'shop.handOut'];
