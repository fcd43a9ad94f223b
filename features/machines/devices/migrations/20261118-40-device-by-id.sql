-- a sale knows the device by its id before it knows whose it is
create unique index device_in_use on device (id) where unbound_at is null;
