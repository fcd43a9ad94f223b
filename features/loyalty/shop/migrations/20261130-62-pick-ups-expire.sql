-- Paid goods wait at the counter for as long as the merchant says, as exchanged ones do; then the money goes back.
alter table shop_order add column waits_until timestamptz;
alter table shop_order add column reminded_at timestamptz;
-- What waits already has all of that time from today on.
update shop_order s
set waits_until = now() + make_interval(days => coalesce(
  (select e.pickup_days from exchange_setting e where e.tenant_id = s.tenant_id), 7))
where state = 'waiting' and delivery = 'pickUp';
create index shop_order_waits on shop_order (waits_until) where state = 'waiting' and waits_until is not null;
