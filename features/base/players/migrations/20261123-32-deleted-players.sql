-- a player who has deleted the account: orders and books keep the row, nobody can be found by it
alter table player add column deleted_at timestamptz;
