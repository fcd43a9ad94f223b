-- Nothing is paid out of a merchant's wallet as an order; deposits are transfers of their own.
alter table orders
  drop constraint orders_pay_way_check,
  add constraint orders_pay_way_check check (pay_way in ('wechat', 'alipay', 'counter', 'balance', 'coin'));
