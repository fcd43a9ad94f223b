-- How many devices a merchant has, from the smallest index there can be: equal keys are stored once.
create index device_count on device (tenant_id) where unbound_at is null;
