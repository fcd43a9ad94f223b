-- How many of a good one player may have on a day.
alter table good add column per_player_day integer check (per_player_day > 0);
