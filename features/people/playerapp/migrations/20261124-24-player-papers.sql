-- the picture a player chose; its bytes lie in the object store under players/
create table player_photo (
  player_id uuid primary key references player (id),
  created_at timestamptz not null,
  name text not null unique,
  content_type text not null,
  size_bytes integer not null
);

-- where a merchant may send a refund that can not go back the way it came
create table player_bank_card (
  player_id uuid primary key references player (id),
  changed_at timestamptz not null,
  holder_name text not null,
  bank_name text not null,
  number_masked text not null,
  number_sealed text not null
);

-- who receives a large refund
create table player_identity (
  player_id uuid primary key references player (id),
  changed_at timestamptz not null,
  name text not null,
  number_masked text not null,
  number_sealed text not null
);
