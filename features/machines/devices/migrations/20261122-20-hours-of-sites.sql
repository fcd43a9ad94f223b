-- How much a site was played in the last hours: without it all hours of the merchant would be read.
create index device_hour_site on device_hour (tenant_id, site_id, hour_at);
