-- Codes of a batch are given to its maker once, as a file; null: not yet. Printing them is in the operation log.
alter table voucher_batch add column codes_taken_at timestamptz;
