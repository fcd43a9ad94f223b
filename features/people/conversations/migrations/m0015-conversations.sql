-- Players and shops talk: a conversation for each subject, its messages, and what shops have ready for it.
create table conversation (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  site_id uuid not null,
  player_id uuid not null,
  subject text not null check (subject in ('shop', 'order')),
  subject_id uuid,
  order_number text,
  device_id uuid,
  user_id uuid,
  user_name text,
  state text not null check (state in ('open', 'snoozed', 'solved')),
  opened_at timestamptz not null,
  waiting_since timestamptz,
  first_answer_seconds integer,
  next_answer_seconds integer,
  solved_seconds integer,
  solved_at timestamptz,
  slept_since timestamptz,
  slept_seconds integer not null default 0,
  away_until timestamptz,
  unanswered integer not null default 0,
  last_seq integer not null default 0,
  last_at timestamptz not null,
  last_side text not null check (last_side in ('player', 'staff', 'auto')),
  last_text text not null,
  staff_read_seq integer not null default 0,
  staff_unread integer not null default 0,
  player_read_seq integer not null default 0,
  player_unread integer not null default 0,
  primary key (tenant_id, id),
  check ((subject = 'shop') = (subject_id is null)),
  check ((state = 'solved') = (solved_at is not null)),
  check ((state = 'snoozed') = (slept_since is not null)),
  check (staff_unread >= 0 and player_unread >= 0)
);
create index conversation_last_at on conversation (tenant_id, last_at desc, id desc);
create index conversation_player on conversation (player_id, last_at desc);
create index conversation_unread on conversation (tenant_id) where staff_unread > 0 or waiting_since is not null;
create index conversation_subject on conversation (tenant_id, subject_id) where subject_id is not null;

create table conversation_message (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  conversation_id uuid not null,
  site_id uuid not null,
  player_id uuid not null,
  seq integer not null,
  side text not null check (side in ('player', 'staff', 'auto')),
  user_id uuid,
  user_name text,
  text text not null,
  picture_name text,
  picture_type text,
  request_id uuid,
  erased_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id),
  check ((picture_name is null) = (picture_type is null))
);
create unique index conversation_message_seq on conversation_message (tenant_id, conversation_id, seq);
create unique index conversation_message_request on conversation_message (tenant_id, conversation_id, side, request_id)
  where request_id is not null;
create index conversation_message_player on conversation_message (player_id);
create index conversation_message_erased on conversation_message (tenant_id)
  where erased_at is not null and picture_name is not null;

create table quick_reply (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  title text not null,
  body text not null,
  primary key (tenant_id, id)
);
create unique index quick_reply_title on quick_reply (tenant_id, title);

create table service_setting (
  tenant_id text not null primary key,
  away_text text not null,
  first_minutes integer not null check (first_minutes > 0),
  next_minutes integer not null check (next_minutes > 0),
  solved_minutes integer not null check (solved_minutes > 0)
);
