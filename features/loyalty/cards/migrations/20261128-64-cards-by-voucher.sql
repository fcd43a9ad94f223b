-- Cards that a voucher of our own stands for.
alter table card_grant drop constraint card_grant_source_check;
alter table card_grant add constraint card_grant_source_check check (source in ('order', 'gift', 'groupBuy', 'voucher'));
