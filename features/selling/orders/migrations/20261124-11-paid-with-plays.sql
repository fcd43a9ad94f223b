-- Plays that somebody was given pay for plays: whoever keeps them counts them, the books know nothing of such an order.
alter table orders
  drop constraint orders_pay_way_check,
  add constraint orders_pay_way_check
    check (pay_way in ('wechat', 'alipay', 'counter', 'balance', 'coin', 'freePlay')),
  drop constraint orders_unit_check,
  add constraint orders_unit_check check (unit in ('fen', 'coin', 'play')),
  add check ((unit = 'play') = (pay_way = 'freePlay'));
