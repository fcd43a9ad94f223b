-- Whoever wants the account deleted, and what was given up with it: if something comes meanwhile it is not deleted yet.
create table player_leaving (
  player_id uuid primary key references player (id),
  asked_at timestamptz not null,
  given_up jsonb not null
);
