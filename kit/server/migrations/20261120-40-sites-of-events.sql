-- Staff who work at some sites hear and read of those alone.
alter table outbox add column site_ids jsonb;
alter table audit_entry add column site_id uuid;
create index audit_entry_site on audit_entry (tenant_id, site_id, created_at desc) where site_id is not null;
