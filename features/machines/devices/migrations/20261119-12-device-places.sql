-- Machines by where they stand, those that are gone first: the order of lists that show both. And all that a list
-- counts by, so that the index alone tells the number.
create index device_place on device (tenant_id, (unbound_at is not null) desc, site_id, number, id);
drop index device_type;
create index device_type on device (tenant_id, type, site_id, number, id) where unbound_at is null;
