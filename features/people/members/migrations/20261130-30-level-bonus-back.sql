-- Coins of a level go back when its top-up does: which top-up it was, and how many have come back.
alter table member_step add column top_up_fen bigint;
alter table member_step add column top_up_day date;
alter table member_step add column revoked_at timestamptz;
alter table member_step add column taken_back integer not null default 0 check (taken_back between 0 and bonus_coins);
update member_step s set top_up_day = (s.created_at at time zone 'Asia/Shanghai')::date, top_up_fen = l.top_up_fen
from member_level l where l.tenant_id = s.tenant_id and l.id = s.to_level_id and s.bonus_coins > 0;
create index member_step_owed on member_step (tenant_id, player_id) where revoked_at is not null and taken_back < bonus_coins;
