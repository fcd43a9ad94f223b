-- Since when the address is given out by the person named: a link ends with that person's password, right and site.
alter table statement_link add column given_at timestamptz;
update statement_link set given_at = created_at;
alter table statement_link alter column given_at set not null;
