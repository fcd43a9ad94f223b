-- Since when nobody but its owner has decided how an account logs in and what it may do: as a second person's word it
-- counts only after a while.
alter table user_account add column own_since timestamptz not null default now();
update user_account set own_since = created_at;

-- A bank card is bound with a code on the phone of whoever binds it.
alter table sms_code
  drop constraint sms_code_purpose_check,
  add constraint sms_code_purpose_check check (purpose in ('login', 'register', 'reset', 'phone', 'invite', 'card'));
