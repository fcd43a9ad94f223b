-- When a day of the site begins: it may close after midnight, and stand in another time zone.
alter table site add column time_zone text not null default 'Asia/Shanghai',
  add column day_start integer not null default 0 check (day_start between 0 and 11);
