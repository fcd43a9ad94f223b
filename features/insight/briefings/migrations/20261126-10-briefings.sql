-- Which summaries of takings a person gets, and how. Who has no row gets what is usual.
create table briefing_choice (
  tenant_id text not null,
  user_id uuid not null,
  periods text[] not null,
  ways text[] not null,
  primary key (tenant_id, user_id)
);

-- What went to whom: the key lets each summary go once by each way, whatever dies and whichever server sends it.
create table briefing_sent (
  tenant_id text not null,
  user_id uuid not null,
  period text not null check (period in ('day', 'week', 'month')),
  since date not null,
  way text not null check (way in ('message', 'sms')),
  state text not null check (state in ('sending', 'sent', 'failed')),
  at timestamptz not null,
  primary key (tenant_id, user_id, period, since, way)
);

-- Days on which an organisation's people have been told all there was to tell: nobody looks at them again.
create table briefing_day (
  tenant_id text not null,
  day date not null,
  primary key (tenant_id, day)
);

-- Whoever sees the statistics sees takings on home too; for others it is a right of its own.
update role set permissions = permissions || '{briefings.view}'::text[]
where 'reports.view' = any(permissions) and not 'briefings.view' = any(permissions);
