create table device_transfer (
  id uuid primary key,
  created_at timestamptz not null default now(),
  from_tenant_id text not null references tenant (id),
  device_id uuid not null,
  to_tenant_id text not null references tenant (id),
  code text not null,
  type text not null,
  device_name text,
  state text not null check (state in ('offered', 'accepted', 'refused', 'withdrawn')),
  offered_by text not null,
  decided_at timestamptz,
  check (from_tenant_id <> to_tenant_id),
  foreign key (from_tenant_id, device_id) references device (tenant_id, id)
);
create unique index device_transfer_open on device_transfer (from_tenant_id, device_id) where state = 'offered';
create index device_transfer_to on device_transfer (to_tenant_id, created_at desc);
create index device_transfer_from on device_transfer (from_tenant_id, created_at desc);
