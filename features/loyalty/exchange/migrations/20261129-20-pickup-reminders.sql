-- Whoever does not fetch what was exchanged is told once before it goes back.
alter table exchange_order add column reminded_at timestamptz;
create index exchange_order_unreminded on exchange_order (waits_until)
  where state = 'ready' and reminded_at is null and waits_until is not null;
