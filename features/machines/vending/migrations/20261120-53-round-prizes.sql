-- A round also fills up the prizes of claw machines and glass cabinets: one gift each.
create table vending_round_prize (
  tenant_id text not null references tenant (id),
  id uuid not null,
  round_id uuid not null,
  sort integer not null,
  site_id uuid not null,
  device_id uuid not null,
  gift_id uuid not null,
  planned integer not null check (planned > 0),
  was_empty boolean not null,
  packed boolean not null default false,
  filled integer check (filled >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references vending_round (tenant_id, id),
  foreign key (tenant_id, gift_id) references gift (tenant_id, id)
);
create unique index vending_round_prize_device on vending_round_prize (tenant_id, round_id, device_id);
