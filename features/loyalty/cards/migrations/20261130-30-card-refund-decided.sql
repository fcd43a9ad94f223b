-- A refund that the platform refused is tried again as it was decided: when that was, and how many coins went with it.
alter table card_grant add column refund_at timestamptz;
alter table card_grant add column refund_coins integer;
update card_grant g set refund_coins = case when g.ended_at is null then g.coins else g.coins_back end, refund_at = (
  select max(r.created_at) from order_refund r where r.tenant_id = g.tenant_id and r.order_id = g.order_id)
where g.refund_fen is not null;
