-- Players who want it are told by a text a week before points expire, where the merchant lets it.
alter table point_rule add column expiry_texts boolean not null default true;

create table expiry_choice (
  player_id uuid primary key,
  told boolean not null
);

-- Of which lot somebody was told, once.
create table point_expiry_notice (
  tenant_id text not null references tenant (id),
  lot_id uuid not null,
  player_id uuid not null,
  told_at timestamptz not null,
  primary key (tenant_id, lot_id, player_id)
);
