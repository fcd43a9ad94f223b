create table business_draft (
  tenant_id text not null references tenant (id),
  holder_id text not null,
  details jsonb not null,
  photos jsonb not null,
  id_card_sealed text,
  card_sealed text,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (tenant_id, holder_id)
);

create table business_submission (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  holder_id text not null,
  details jsonb not null,
  photos jsonb not null,
  id_card_sealed text,
  card_sealed text,
  state text not null check (state in ('untreated', 'processing', 'passed', 'rejected', 'recalled')),
  user_id uuid not null,
  user_name text not null,
  auditor_id uuid,
  auditor_name text,
  taken_at timestamptz,
  decided_at timestamptz,
  reason text,
  primary key (tenant_id, id),
  check (state <> 'rejected' or reason is not null)
);
-- One at a time is under review.
create unique index business_submission_open on business_submission (tenant_id, holder_id)
  where state in ('untreated', 'processing');
create index business_submission_order on business_submission (tenant_id, holder_id, created_at desc);
-- The platform's queue looks over all organisations.
create index business_submission_queue on business_submission (state, created_at desc);

create table business_photo (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  holder_id text not null,
  kind text not null,
  storage_key text not null,
  content_type text not null,
  size_bytes integer not null,
  created_by uuid not null,
  primary key (tenant_id, id)
);

create table bank_card (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  holder_id text not null,
  account_type text not null check (account_type in ('private', 'corporate')),
  holder_name text not null,
  bank_code text not null,
  region_code text,
  branch_name text not null,
  number_sealed text not null,
  number_masked text not null,
  number_print text not null,
  is_default boolean not null,
  created_by uuid not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index bank_card_number on bank_card (tenant_id, holder_id, number_print) where removed_at is null;
create unique index bank_card_default on bank_card (tenant_id, holder_id) where is_default and removed_at is null;

create table collecting_channel (
  tenant_id text primary key references tenant (id),
  channel text not null check (channel in ('platform', 'own')),
  wechat_sub_merchant text,
  alipay_sub_merchant text,
  changed_at timestamptz not null
);
