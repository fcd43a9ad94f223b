create table article (
  id uuid primary key,
  kind text not null check (kind in ('manual', 'news', 'introduction', 'tutorial', 'question')),
  slug text not null unique,
  category text not null,
  sort integer not null,
  title_zh text not null,
  title_en text not null,
  summary_zh text not null,
  summary_en text not null,
  body_zh text not null,
  body_en text not null,
  cover text,
  video text,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  shipped_hash text,
  edited boolean not null
);
create index article_reading on article (kind, category, sort) where published_at is not null;

create table system_message (
  id uuid primary key,
  created_at timestamptz not null default now(),
  audience text not null check (audience in ('everyone', 'realm', 'tenant', 'user')),
  audience_realm text,
  audience_tenant_id text references tenant (id),
  audience_user_id uuid,
  audience_label text not null,
  level text not null check (level in ('info', 'notice', 'warning')),
  title_zh text not null,
  title_en text not null,
  body_zh text not null,
  body_en text not null,
  link text,
  sender_name text not null,
  withdrawn_at timestamptz,
  check ((audience = 'realm') = (audience_realm is not null)),
  check ((audience = 'tenant') = (audience_tenant_id is not null)),
  check ((audience = 'user') = (audience_user_id is not null))
);
create index system_message_shared on system_message (created_at desc) where audience in ('everyone', 'realm');
create index system_message_tenant on system_message (audience_tenant_id, created_at desc)
  where audience_tenant_id is not null;
create index system_message_user on system_message (audience_user_id, created_at desc)
  where audience_user_id is not null;

create table message_read (
  tenant_id text not null references tenant (id),
  user_id uuid not null,
  message_id uuid not null references system_message (id) on delete cascade,
  read_at timestamptz not null,
  primary key (tenant_id, user_id, message_id)
);
create index message_read_message on message_read (message_id);

create table common_key_data (
  tenant_id text not null references tenant (id),
  data_key text not null,
  data_value text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, data_key)
);
