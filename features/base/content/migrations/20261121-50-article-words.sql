alter table article add column words text[] not null default '{}';
