-- Players whom a merchant brings along from before: what they are owed waits in the books until they prove the phone.
create table old_player_import (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  file_name text not null,
  file_hash text not null,
  players integer not null,
  balance_fen bigint not null,
  coins bigint not null,
  user_id uuid not null,
  user_name text not null,
  -- on which its coins count towards the limit of the person
  day date not null,
  primary key (tenant_id, id)
);
-- the same file brings nothing a second time
create unique index old_player_import_file on old_player_import (tenant_id, site_id, file_hash);
create index old_player_import_person on old_player_import (tenant_id, user_id, day);

create table old_player (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  import_id uuid not null,
  site_id uuid not null,
  line integer not null,
  phone text not null,
  name text not null default '',
  balance_fen bigint not null check (balance_fen >= 0),
  coins integer not null check (coins >= 0),
  level_id uuid,
  note text not null default '',
  -- who has proven to hold the phone
  player_id uuid references player (id),
  claimed_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references old_player_import (tenant_id, id),
  foreign key (tenant_id, level_id) references member_level (tenant_id, id),
  check ((player_id is null) = (claimed_at is null)),
  check (claimed_at is null or revoked_at is null)
);
-- nobody is brought along twice, in whichever file
create unique index old_player_phone on old_player (tenant_id, site_id, phone) where revoked_at is null;
create index old_player_waiting on old_player (phone) where player_id is null and revoked_at is null;
create index old_player_of_player on old_player (player_id) where player_id is not null;
create index old_player_list on old_player (tenant_id, created_at desc, id);

alter table member_step
  drop constraint member_step_reason_check,
  add constraint member_step_reason_check check (reason in ('topUp', 'spend', 'judged', 'joined', 'brought'));
