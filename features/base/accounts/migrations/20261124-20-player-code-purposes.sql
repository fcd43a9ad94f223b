alter table sms_code
  drop constraint sms_code_purpose_check,
  add constraint sms_code_purpose_check
    check (purpose in ('login', 'register', 'reset', 'phone', 'invite', 'card', 'player', 'payPassword', 'playerPhone'));
