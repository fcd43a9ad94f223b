-- The orders in which alerts are listed: open ones the severe first, ended ones the newest first.
drop index alert_open;
create index alert_open on alert (tenant_id, severity, opened_at desc) where ended_at is null;
create index alert_past on alert (tenant_id, opened_at desc) where ended_at is not null;
