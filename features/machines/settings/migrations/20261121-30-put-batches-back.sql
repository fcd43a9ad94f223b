-- A batch may put back what another one changed.
alter table settings_batch drop constraint settings_batch_kind_check;
alter table settings_batch add constraint settings_batch_kind_check
  check (kind in ('modify', 'copy', 'preset', 'restore', 'putBack'));
