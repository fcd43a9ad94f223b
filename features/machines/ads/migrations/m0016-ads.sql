-- Pictures and videos for the screens of machines, as they were judged when they came.
create table ad_media (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  kind text not null check (kind in ('picture', 'video')),
  link text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  width integer not null,
  height integer not null,
  -- of a video; a picture has none
  length_ms integer,
  removed_at timestamptz,
  primary key (tenant_id, id),
  check ((kind = 'video') = (length_ms is not null))
);
create unique index ad_media_id on ad_media (id);
create unique index ad_media_file on ad_media (tenant_id, sha256) where removed_at is null;
create index ad_media_created_at on ad_media (tenant_id, created_at desc);

-- What is shown together, in its order, and when.
create table ad_group (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  items jsonb not null,
  from_day date,
  to_day date,
  hours jsonb not null default '[]',
  primary key (tenant_id, id)
);
create unique index ad_group_name on ad_group (tenant_id, name);

-- Which group is shown on which machine, and in which part of its time.
create table ad_placement (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  group_id uuid not null,
  device_id uuid not null,
  from_day date,
  to_day date,
  hours jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references ad_group (tenant_id, id)
);
create unique index ad_placement_of on ad_placement (tenant_id, device_id, group_id);
create index ad_placement_group on ad_placement (tenant_id, group_id);

-- The main switch of a merchant; without a row it is on.
create table ad_switch (
  tenant_id text not null references tenant (id),
  is_on boolean not null,
  primary key (tenant_id)
);

-- What each machine is to show, and how far it is.
create table ad_screen (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  -- something it depends on changed since its content was worked out
  due boolean not null default true,
  -- grows with every content a machine is sent, whoever owns it: milliseconds of the clock
  version bigint not null default 0,
  content jsonb not null default '{"items": [], "utcOffsetMin": 0, "shown": true}',
  state text not null default 'applied' check (state in ('waiting', 'sent', 'downloading', 'applied', 'failed')),
  percent integer not null default 0,
  reason text,
  -- items of this version whose files the machine has confirmed
  stored jsonb not null default '[]',
  changed_at timestamptz not null default now(),
  -- silence until then: it is sent again
  due_at timestamptz,
  primary key (tenant_id, device_id)
);
create index ad_screen_due on ad_screen (tenant_id, device_id) where due;
create index ad_screen_open on ad_screen (state) where state <> 'applied';

-- What a machine was ever told to show: only that can count as shown.
create table ad_sent (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  item_id uuid not null,
  seconds integer not null,
  first_at timestamptz not null,
  primary key (tenant_id, device_id, item_id)
);

-- Plays by hour, in thousandths.
create table ad_play (
  tenant_id text not null references tenant (id),
  device_id uuid not null,
  site_id uuid not null,
  item_id uuid not null,
  hour_at timestamptz not null,
  thousandths bigint not null check (thousandths > 0),
  primary key (tenant_id, device_id, hour_at, item_id)
);
create index ad_play_item on ad_play (tenant_id, item_id, hour_at);

-- Plays that can not be true: kept apart, counted nowhere.
create table ad_play_aside (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  device_id uuid not null,
  site_id uuid not null,
  item_id uuid not null,
  hour_at timestamptz not null,
  thousandths bigint not null,
  reason text not null check (reason in ('unknown', 'future', 'old', 'tooMany')),
  primary key (tenant_id, id)
);
create index ad_play_aside_created_at on ad_play_aside (tenant_id, created_at desc);
