-- The usual order of the list of devices: the first page of a fleet of any size is a walk along this index, and its
-- number a look at the index alone.
create index device_usual on device (tenant_id, site_id, sort, number, id) where unbound_at is null;
