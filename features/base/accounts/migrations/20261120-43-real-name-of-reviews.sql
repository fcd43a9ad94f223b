-- who asks for a new name of a merchant
alter table name_review add column real_name text not null default '';
