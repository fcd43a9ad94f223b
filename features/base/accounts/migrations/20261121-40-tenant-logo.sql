-- what stands on an organisation's receipts and statements
alter table tenant add column logo text not null default '';
