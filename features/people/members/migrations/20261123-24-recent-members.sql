-- The list begins with who was here last; who never was (brought over from elsewhere) stands at its end.
create index member_recent on member (tenant_id, last_visit_at desc nulls last, id);
