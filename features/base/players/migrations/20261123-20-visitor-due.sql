-- Players of whom something became known at a merchant: written with what they did, worked off after it by whoever counts
-- visits. Rows are only added and taken out, so that nobody who pays waits for anybody here.
create table visitor_due (
  id bigint generated always as identity primary key,
  tenant_id text not null references tenant (id),
  player_id uuid not null
);
