-- The timeline of an order lies in the month of the order, whenever its lines were written: who asks for an order's lines
-- looks into one part (kit/server/migrations/20261126-30-partitions.sql).
alter table order_event rename to order_event_past;
alter index order_event_pkey rename to order_event_past_pkey;
create table order_event (
  tenant_id text not null,
  order_id uuid not null,
  place bigint generated always as identity,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  user_name text,
  data jsonb not null default '{}',
  primary key (tenant_id, order_id, place),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
) partition by range (order_id);
select setval(pg_get_serial_sequence('order_event', 'place'),
  nextval(pg_get_serial_sequence('order_event_past', 'place')));
alter table order_event_past alter column place drop identity;
select begin_partitions('order_event', 'order_event_past', 'order_id');
