-- The room `program` is called `playerapp` now: rights that roles hold and lines of the operation log name it.
update role set permissions = array(
  select case when one like 'program.%' then 'playerapp.' || substr(one, 9) else one end
  from unnest(permissions) with ordinality as held(one, place) order by place
) where exists (select from unnest(permissions) as held(one) where one like 'program.%');
update audit_entry set action = 'playerapp.' || substr(action, 9) where action like 'program.%';
