-- Plays of a card pay for plays, as those that somebody was given do.
do $$
declare
  old_name text;
begin
  -- it was given no name of its own
  select conname into strict old_name from pg_constraint
  where conrelid = 'orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%(unit = ''play''::text) = (pay_way%';
  execute format('alter table orders drop constraint %I', old_name);
end $$;
alter table orders
  drop constraint orders_pay_way_check,
  add constraint orders_pay_way_check
    check (pay_way in ('wechat', 'alipay', 'counter', 'balance', 'coin', 'freePlay', 'card')),
  add constraint orders_plays_check check ((unit = 'play') = (pay_way in ('freePlay', 'card')));
