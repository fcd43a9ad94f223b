-- What a record owed when it was joined to another: it owes it again when they part.
create table point_debt_join (
  tenant_id text not null references tenant (id),
  from_player uuid not null,
  site_id uuid not null,
  unit text not null check (unit in ('point', 'ticket')),
  into_player uuid not null,
  brought bigint not null check (brought > 0),
  primary key (tenant_id, from_player, site_id, unit)
);
create index point_debt_join_from on point_debt_join (from_player);
