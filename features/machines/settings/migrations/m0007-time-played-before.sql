-- How long a play may take, of machines that are there already: by what they confirmed, or as they left the factory.
update device d set play_time_s = s.seconds
from (
  select d.tenant_id, d.id, case d.type
      when 'claw' then coalesce((s.settings -> 'play' ->> 'gameTimeS')::integer, 30)
      else coalesce((s.settings -> 'needleGame' -> 'stages' -> 0 ->> 'timeS')::integer, 30)
    end as seconds
  from device d left join device_settings s on s.tenant_id = d.tenant_id and s.device_id = d.id
  where d.type in ('claw', 'lipstick')
) s
where d.tenant_id = s.tenant_id and d.id = s.id;

-- What they were set to in the past nobody wrote down: hours that were counted take what is set now. The trigger notes what that
-- comes to, and it is a correction where the day is fixed.
update counter_hour h set play_time_s = d.play_time_s
from device d
where d.tenant_id = h.tenant_id and d.id = h.device_id and d.play_time_s is not null and h.counter = 'plays';
