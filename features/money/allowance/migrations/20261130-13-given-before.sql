-- What was given before there was one allowance, so that the day goes on counting and everything given has its row. Taken at
-- a yuan for a coin, ten fen for a point, two yuan for a play. The demo data are written without doors and use it too.
insert into allowance_given
  (tenant_id, id, created_at, user_id, user_name, day, door, subject_id, units, worth_fen, counts_fen, lapses_at)
select tenant_id, gen_random_uuid(), created_at, user_id, user_name, day, door, subject_id, units, worth_fen, worth_fen, lapses_at
from (
  select i.tenant_id, i.created_at, i.user_id, i.user_name, i.day,
    case when i.way = 'credit' then 'credit' else 'coin' end as door, i.id as subject_id,
    i.coins as units, i.coins * 100 as worth_fen, null::timestamptz as lapses_at
  from coin_issue i
  where not exists (select from remote_credit c where c.tenant_id = i.tenant_id and c.id = i.id and c.link_id is not null)
  union all
  select tenant_id, created_at, user_id, user_name, day, 'link', id, coins, coins * 100,
    case when used_at is null then least(expires_at, revoked_at) end
  from remote_credit_link
  union all
  select tenant_id, created_at, user_id, user_name, day, 'points', id, abs(amount), abs(amount) * 10, null
  from point_adjustment where amount <> 0
  union all
  select tenant_id, created_at, user_id, user_name, day, 'ticketCode', id, tickets, tickets * 10,
    case when claimed_at is null then revoked_at end
  from ticket_code
  union all
  select tenant_id, created_at, user_id, user_name, day, 'freePlay', id, plays, plays * 200, null from free_play
  union all
  select tenant_id, created_at, user_id, user_name, day, 'card', id, 1, days * 100, null
  from card_grant where source = 'gift' and user_id is not null
  union all
  select tenant_id, created_at, user_id, user_name, day, 'voucher', id, pieces,
    pieces * case value when 'coin' then 100 * amount when 'card' then 3000 else 10 * amount end, null
  from voucher_batch
  union all
  select tenant_id, created_at, user_id, user_name, day, 'import', id, players,
    greatest(1, balance_fen + coins * 100), null
  from old_player_import where players > 0
  union all
  select tenant_id, created_at, user_id, user_name, day, 'recycling', id, pieces, points * 10, null
  from recycling where points > 0
) given
on conflict (tenant_id, door, subject_id) do nothing;
