-- The merchant's own number at the payment platform, frozen when the payment is made; null: the platform's number collects.
alter table payment add column sub_merchant text check (sub_merchant is null or channel in ('wechat', 'alipay'));
