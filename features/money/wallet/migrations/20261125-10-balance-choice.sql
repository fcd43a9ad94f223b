-- Whether what players own at one site is good at the other sites of the same wallet; without a row it is not.
create table balance_choice (
  tenant_id text primary key references tenant (id),
  reach text not null check (reach in ('site', 'shared')),
  changed_at timestamptz not null,
  changed_by uuid not null
);
