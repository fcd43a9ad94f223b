-- The WeChat in which an account of the staff gets messages; its id is sealed.
create table wechat_link (
  tenant_id text not null,
  user_id uuid not null,
  app_id text not null,
  open_id text not null,
  linked_at timestamptz not null,
  not_following_since timestamptz,
  primary key (tenant_id, user_id)
);

-- The link an account made last: single use, short-lived, known by its hash alone. A newer one takes its place.
create table wechat_link_request (
  tenant_id text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  token_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  code_hash text,
  primary key (tenant_id, user_id)
);
create unique index wechat_link_request_token on wechat_link_request (token_hash);
