-- what a player sees while the machine still counts; the machine's own answer decides in the end
alter table coin_deposit add column seen integer not null default 0 check (seen >= 0);
create index coin_deposit_counting on coin_deposit (device_id) where state = 'counting';
