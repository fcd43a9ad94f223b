-- Files on their way straight to the store: what they were promised counts as used until they are registered or forgotten.
create table upload_incoming (
  tenant_id text not null,
  key text not null,
  reserved_bytes bigint not null check (reserved_bytes > 0),
  expires_at timestamptz not null,
  completed_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index upload_incoming_expires_at on upload_incoming (expires_at);
