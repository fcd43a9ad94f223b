-- Who stands in for a wallet whose owner is gone: refunds are paid from it, and what still comes goes there.
create table wallet_heir (
  tenant_id text not null references tenant (id),
  -- a franchisee's
  wallet_id text not null,
  heir_id text not null check (heir_id <> wallet_id),
  created_at timestamptz not null default now(),
  primary key (tenant_id, wallet_id)
);
insert into wallet_heir (tenant_id, wallet_id, heir_id)
select tenant_id, id::text, tenant_id from user_account where user_type = 4 and removed_at is not null;
