-- WeChat's id of a person over all apps of one operator, where the operator has bound them together.
alter table player add column union_id text;
create index player_union_id on player (union_id) where union_id is not null;
