-- The past of some machines, hour by hour, without those of all others (features/alerts).
create index figure_hour_device on figure_hour (tenant_id, device_id, hour_at);
