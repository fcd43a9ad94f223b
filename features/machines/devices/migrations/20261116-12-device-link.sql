alter table device_identity add column last_seen_at timestamptz;
alter table device_state add column telemetry_at timestamptz;
-- a day's rows are written once and added to until midnight: room for the next version beside each
alter table device_day set (fillfactor = 60);

-- Server processes remember whose a code is. Whoever changes it, and however, they hear of it after commit.
create function tell_device_directory() returns trigger language plpgsql as $$
begin
  perform pg_notify('device_directory', case when tg_op = 'DELETE' then old.code else new.code end);
  return null;
end
$$;
create trigger device_directory after insert or delete or update of code, site_id, type, controlled, unbound_at on device
  for each row execute function tell_device_directory();
create trigger device_identity_directory
  after insert or delete or update of generation, blocked_at, tenant_id, device_id, type on device_identity
  for each row execute function tell_device_directory();

-- A device has its state from the first moment. A machine that was somebody's before goes on from the totals it had
-- then: the new owner counts what comes, not what was.
create index device_code_before on device (code, unbound_at desc) where unbound_at is not null;
create function begin_device_state() returns trigger language plpgsql as $$
begin
  insert into device_state (tenant_id, device_id, epoch, seq, counters)
  select new.tenant_id, new.id, coalesce(past.epoch, 0), coalesce(past.seq, 0), coalesce(past.counters, '{}')
  from (values (1)) as one
  left join lateral (
    select s.epoch, s.seq, s.counters
    from device d join device_state s on s.tenant_id = d.tenant_id and s.device_id = d.id
    where d.code = new.code and d.unbound_at is not null
    order by d.unbound_at desc limit 1
  ) as past on true;
  return null;
end
$$;
create trigger device_state_begins after insert on device for each row execute function begin_device_state();
