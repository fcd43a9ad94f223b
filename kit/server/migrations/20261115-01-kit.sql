create table installation (
  name text primary key,
  value jsonb not null
);

create sequence outbox_seq;
create table outbox (
  id uuid primary key,
  created_at timestamptz not null default now(),
  topic text not null,
  event text not null,
  data jsonb not null,
  seq bigint unique
);
create index outbox_waiting on outbox (created_at, id) where seq is null;
create index outbox_topic on outbox (topic, seq);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_entry (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid,
  account text not null,
  user_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  label text not null,
  address text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index audit_entry_entity on audit_entry (tenant_id, entity, entity_id, id desc);
create index audit_entry_user on audit_entry (tenant_id, user_id, id desc);
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
