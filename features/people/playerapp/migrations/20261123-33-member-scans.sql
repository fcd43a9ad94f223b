-- codes that players showed to staff: a code serves one person of the staff, at one merchant
create table member_scan (
  tenant_id text not null,
  player_id uuid not null references player (id),
  step integer not null,
  user_id uuid not null,
  scanned_at timestamptz not null,
  primary key (tenant_id, player_id, step)
);
create unique index member_scan_once on member_scan (player_id, step);
