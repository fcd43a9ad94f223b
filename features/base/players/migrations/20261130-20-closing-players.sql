-- An account that its owner wants deleted is closed at once and deleted at that moment; until then it can be taken back.
alter table player add column closes_at timestamptz;
create index player_closing on player (closes_at) where closes_at is not null;

-- A phone that was set today proves nothing today, and the one before it is told what happens.
alter table player add column phone_since timestamptz;
alter table player add column phone_before text;

-- What is left of a person who deleted the account: keyed hashes of the ways in and of the phone. By them one who comes
-- back is known for what may be had once and for what is owed, and for nothing else.
create table player_trace (
  hash text not null,
  kind text not null check (kind in ('app', 'phone')),
  former_id uuid not null references player (id),
  left_at timestamptz not null,
  primary key (hash, former_id)
);

-- Who came back: the deleted records that were the same person.
create table player_former (
  player_id uuid not null references player (id),
  former_id uuid not null references player (id),
  primary key (player_id, former_id)
);
