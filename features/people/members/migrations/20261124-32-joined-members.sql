-- The member's player was joined to another one: figures and places are that one's while it lasts.
alter table member add column joined_to uuid references player (id);
alter table member_step
  drop constraint member_step_reason_check,
  add constraint member_step_reason_check check (reason in ('topUp', 'spend', 'judged', 'joined'));
