-- Databases from before this rule say by what is in them what they were born as: only a demo was ever filled by us. One
-- without any account was not born yet; its next start decides.
insert into installation (name, value)
select 'born', jsonb_build_object(
  'as', case when exists (select from installation where name = 'demo') then 'demo' else 'real' end,
  'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
where exists (select from installation where name = 'demo') or exists (select from user_account);
