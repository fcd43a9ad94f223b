-- One person known to several apps: the record that others were joined into is the player; the others only lead to it.
alter table player add column joined_to uuid references player (id) check (joined_to <> id);
create index player_joined on player (joined_to) where joined_to is not null;

-- Which phone a player has shown to hold, by a code that was sent to it. Numbers get new owners: what counts is when.
create table phone_proof (
  player_id uuid primary key references player (id),
  phone text not null,
  proven_at timestamptz not null
);
create index phone_proof_phone on phone_proof (phone);
