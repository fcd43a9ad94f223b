-- Tables that only grow lie in parts, a month each, by the time that their ids begin with (docs/decisions/0022).
-- `<table>_past` has what was there before, `<table>_<yyyymm>` a month, `<table>_rest` whatever fits nowhere else: an insert
-- never fails for want of a part.

-- No id that was made at this moment or later comes before it (firstIdAt of kit/kernel/ids.ts).
create function id_at(at timestamptz) returns uuid language sql immutable parallel safe
return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

create function time_of_id(id uuid) returns timestamptz language sql immutable parallel safe
return to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);

-- The parts of all such tables with their bounds; null: open, or the one that takes the rest.
create view id_partition as
select p.relname::text as table_name, c.relname::text as name, a.attname::text as key,
  substring(b.text from 'FROM \(''([0-9a-f-]{36})''\)')::uuid as from_id,
  substring(b.text from 'TO \(''([0-9a-f-]{36})''\)')::uuid as to_id,
  b.text = 'DEFAULT' as is_rest
from pg_partitioned_table t
join pg_class p on p.oid = t.partrelid
join pg_namespace n on n.oid = p.relnamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = p.oid and a.attnum = t.partattrs[0] and a.atttypid = 'uuid'::regtype
join pg_inherits i on i.inhparent = p.oid
join pg_class c on c.oid = i.inhrelid
cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as text) b;

-- The parts of the months up to this moment. What came before its part was made is moved out of the rest.
create function keep_partitions(whole text, until timestamptz) returns integer language plpgsql as $$
declare
  rest text := whole || '_rest';
  part text;
  key_name text;
  month timestamptz;
  next_month timestamptz;
  made integer := 0;
begin
  select time_of_id(max(p.to_id::text)::uuid), min(p.key) into month, key_name from id_partition p where p.table_name = whole;
  while month <= until loop
    next_month := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    part := whole || '_' || to_char(month at time zone 'UTC', 'YYYYMM');
    execute format('lock table %I in access exclusive mode', rest);
    execute format('create table %I (like %I including defaults including constraints)', part, whole);
    -- rows that nobody may change are moved, not changed
    execute format('alter table %I disable trigger user', rest);
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *)
      insert into %I overriding system value select * from moved', rest, key_name, id_at(month), key_name, id_at(next_month), part);
    execute format('alter table %I enable trigger user', rest);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', whole, part, id_at(month),
      id_at(next_month));
    month := next_month;
    made := made + 1;
  end loop;
  return made;
end $$;

-- An empty partitioned table takes a filled one of the same columns as its past, without copying it. What claims to be
-- later than this month goes to the rest.
create function begin_partitions(whole text, past text, key_name text) returns void language plpgsql as $$
declare
  bound uuid := id_at((date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC');
  rest text := whole || '_rest';
begin
  execute format('create table %I partition of %I default', rest, whole);
  execute format('with moved as (delete from %I where %I >= %L returning *)
    insert into %I overriding system value select * from moved', past, key_name, bound, rest);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', whole, past, bound);
  perform keep_partitions(whole, now() + interval '3 months');
end $$;

alter table audit_entry rename to audit_entry_past;
alter index audit_entry_pkey rename to audit_entry_past_pkey;
alter index audit_entry_entity rename to audit_entry_past_entity;
alter index audit_entry_site rename to audit_entry_past_site;
alter index audit_entry_user rename to audit_entry_past_user;
drop trigger audit_entry_append_only on audit_entry_past;
create table audit_entry (like audit_entry_past including defaults) partition by range (id);
alter table audit_entry add primary key (tenant_id, id);
create index audit_entry_entity on audit_entry (tenant_id, entity, entity_id, id desc);
create index audit_entry_site on audit_entry (tenant_id, site_id, created_at desc) where site_id is not null;
create index audit_entry_user on audit_entry (tenant_id, user_id, id desc);
select begin_partitions('audit_entry', 'audit_entry_past', 'id');
-- the log's first page, of an organisation and of all
create index audit_entry_newest on audit_entry (tenant_id, created_at desc, id desc);
create index audit_entry_newest_of_all on audit_entry (created_at desc, id desc);
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
