-- a name that the player chose is not replaced by the platform's at the next log-in
alter table player add column named_by_player boolean not null default false;
