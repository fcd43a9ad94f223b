-- events of one transaction keep the order in which they were told
alter table outbox alter column created_at set default clock_timestamp();
