-- Whose number collects is decided with the payment and stays: what was earned goes to `collected`, refunds come from there.
alter table orders add column collected_directly boolean not null default false
  check (not collected_directly or (pay_way in ('wechat', 'alipay') and settles_to = 'earnings'));
