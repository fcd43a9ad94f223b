-- The order of all alerts: open ones first, the severe before the others, the newest first.
create index alert_order on alert (
  tenant_id,
  (ended_at is not null),
  (case when ended_at is null then severity end),
  opened_at desc
);
