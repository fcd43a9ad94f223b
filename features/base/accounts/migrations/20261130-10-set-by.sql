-- Who made an account, or last set its password, phone or role: for some days what it gives is part of what they may give.
alter table user_account add column set_by uuid;
create index user_account_set_by on user_account (tenant_id, set_by) where set_by is not null;

-- Invitations remember who sent them; of other accounts nobody wrote it down where it can be asked for.
update user_account u set set_by = i.created_by
  from invitation i where i.tenant_id = u.tenant_id and i.used_by = u.id;
