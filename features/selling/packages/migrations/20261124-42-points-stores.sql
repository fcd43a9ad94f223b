-- One row for each site that named a points store of its own; its id is the site's.
create table points_store (
  tenant_id text not null references tenant (id),
  id uuid not null,
  url text check (url like 'https://%'),
  primary key (tenant_id, id)
);
