-- Every task has its row of the allowance by its own id, so that the proof finds what stands behind its rewards. Those that
-- were there before have one in the owner's name, which counts against nobody's day. The demo data use it too.
insert into allowance_given
  (tenant_id, id, created_at, user_id, user_name, day, door, subject_id, units, worth_fen, counts_fen)
select t.tenant_id, gen_random_uuid(), t.created_at, o.id, o.name, t.created_at::date, 'task', t.id, m.units, m.units * 10::bigint, 0
from reward_task t
cross join lateral (
  select coalesce(t.budget, t.day_budget, t.amount + t.streak_bonus) as units
) m
cross join lateral (
  select id, name from user_account a
  where a.tenant_id = t.tenant_id and a.user_type = 2 order by a.created_at limit 1
) o
on conflict (tenant_id, door, subject_id) do nothing;
