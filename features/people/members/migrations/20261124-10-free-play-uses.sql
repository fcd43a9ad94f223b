-- An order may be paid with several free plays, of several gifts; those of plays that did not come go back one by one.
alter table free_play_use
  drop constraint free_play_use_pkey,
  add primary key (tenant_id, order_id, free_play_id),
  add column plays integer not null default 1 check (plays > 0),
  add column given_back integer not null default 0,
  add check (given_back between 0 and plays);
update free_play_use set given_back = 1 where given_back_at is not null;
alter table free_play_use drop column given_back_at;
