-- Who asked for a code guesses on a count of their own: a stranger can not use it up.
alter table sms_code add column asker text;
alter table sms_code add column strange_attempts integer not null default 0;
create index sms_code_asker on sms_code (asker, created_at) where asker is not null;
