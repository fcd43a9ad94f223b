-- For whom a machine that plays one at a time is kept: one row for each machine, over when its time is.
create table machine_hold (
  tenant_id text not null,
  device_id uuid not null,
  player_id uuid not null,
  -- paying: from the tap on pay; playing: the machine plays for them; turn: they waited and it is theirs now
  kind text not null check (kind in ('paying', 'playing', 'turn')),
  until timestamptz not null,
  -- how often they began to pay anew without having played
  renewals integer not null default 0,
  primary key (tenant_id, device_id)
);
create index machine_hold_player on machine_hold (player_id);

-- Who waits for it, in the order in which they came. Who is not seen any more has gone.
create table machine_wait (
  tenant_id text not null,
  device_id uuid not null,
  player_id uuid not null,
  place bigint generated always as identity,
  seen_at timestamptz not null,
  primary key (tenant_id, device_id, player_id)
);
create index machine_wait_player on machine_wait (player_id);
