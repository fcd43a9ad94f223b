-- Lists of other features ask for machines of some types, at all sites or at one; and for those that are gone.
create index device_type on device (tenant_id, type, site_id, number) where unbound_at is null;
create index device_gone on device (tenant_id, id) where unbound_at is not null;
