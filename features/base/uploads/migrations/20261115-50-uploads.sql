create table upload (
  tenant_id text not null,
  key text not null,
  purpose text not null,
  original_name text not null,
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
