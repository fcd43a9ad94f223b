-- A month each, by id (kit/server/migrations/20261126-30-partitions.sql).
alter table device_event rename to device_event_past;
alter index device_event_pkey rename to device_event_past_pkey;
alter index device_event_device rename to device_event_past_device;
create table device_event (like device_event_past including defaults) partition by range (id);
alter table device_event add primary key (tenant_id, id);
create index device_event_device on device_event (tenant_id, device_id, at desc);
select begin_partitions('device_event', 'device_event_past', 'id');
