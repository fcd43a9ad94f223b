-- A machine may give the rest another day: what it gave before belongs to the day it was given.
create table order_part (
  tenant_id text not null,
  id uuid not null,
  order_id uuid not null,
  settled_at timestamptz not null,
  amount bigint not null check (amount > 0),
  fee_fen bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
create index order_part_order on order_part (tenant_id, order_id);
create index order_part_settled on order_part (tenant_id, settled_at);

-- The books know the parts of orders that were delivered twice: all but the last are parts.
insert into order_part (tenant_id, id, order_id, settled_at, amount, fee_fen)
select tenant_id, gen_random_uuid(), order_id, at, gross, gross - kept
from (
  select o.tenant_id, o.id as order_id, t.created_at as at,
    -sum(e.amount) filter (where a.purpose = 'pending' or a.owner_kind = 'player') as gross,
    coalesce(sum(e.amount) filter (
      where a.tenant_id = o.tenant_id and a.owner_kind = 'merchant' and a.purpose in ('available', 'cash', 'collected')
    ), 0) as kept,
    row_number() over (partition by o.tenant_id, o.id order by t.created_at desc) as place
  from (
    select tenant_id, order_id from order_event where event in ('deliver', 'deliverPart')
    group by tenant_id, order_id having count(*) > 1
  ) twice
  join orders o on o.tenant_id = twice.tenant_id and o.id = twice.order_id
  join ledger_transfer t on t.tenant_id = o.tenant_id and t.subject_kind = 'order' and t.subject_id = o.id::text
    and t.kind = 'settlement'
  join ledger_entry e on e.transfer_id = t.id
  join ledger_account a on a.id = e.account_id
  where o.settles_to = 'earnings' and o.unit = 'fen'
  group by o.tenant_id, o.id, t.created_at
) delivery
where place > 1 and gross > 0;

-- What is given back in cash because the platform would not: to the platform it is a sale, and costs its fee.
alter table order_refund add column kept_fee_fen bigint not null default 0 check (kept_fee_fen >= 0);

-- A refund counts on the day it leaves the wallet, and again, the other way, on the day the platform refuses it.
drop index order_refund_ended;
create index order_refund_created on order_refund (tenant_id, created_at);
create index order_refund_failed on order_refund (tenant_id, ended_at) where state = 'failed';
