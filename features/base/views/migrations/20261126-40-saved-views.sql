-- What somebody set on a report page, under a name: parts of the page's address. Days are kept as a rule where they are one.
create table saved_view (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  -- path of the call whose answer the page shows
  page text not null,
  name text not null,
  query jsonb not null,
  -- null: the days stand in the query, or are the page's usual ones
  range text,
  shared boolean not null default false,
  primary key (tenant_id, id)
);
create unique index saved_view_name on saved_view (tenant_id, user_id, page, name);
create index saved_view_page on saved_view (tenant_id, page) where shared;
