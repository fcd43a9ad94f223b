-- Machines whose odds players see: the merchant chose to show them. What they are stands in the machine's own settings.
create table machine_odds (
  tenant_id text not null,
  device_id uuid not null,
  published_at timestamptz not null,
  primary key (tenant_id, device_id)
);
