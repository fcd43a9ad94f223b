create table player (
  id uuid primary key,
  created_at timestamptz not null default now(),
  platform text not null check (platform in ('wechat', 'alipay')),
  app_id text not null,
  open_id text not null,
  name text not null default '',
  photo text not null default '',
  phone text,
  token_generation integer not null default 1
);
create unique index player_open_id on player (platform, app_id, open_id);
create index player_phone on player (phone) where phone is not null;
