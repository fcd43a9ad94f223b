-- How many there are, from the smallest index there can be: equal keys are stored once.
create index alert_count on alert (tenant_id);
