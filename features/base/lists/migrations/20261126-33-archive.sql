-- Parts of large tables that lie in files of the object store (docs/decisions/0022). A line stays when its part is restored:
-- the file is still there.
create table archived_part (
  -- of the part, as it was called in the database
  name text primary key,
  table_name text not null,
  -- the bounds that it had; null: open
  from_id uuid,
  to_id uuid not null,
  -- of the file and of the manifest beside it
  file_key text not null,
  manifest_key text not null,
  rows bigint not null,
  -- a sum over all rows that does not depend on their sequence
  row_sum text not null,
  file_bytes bigint not null,
  -- of the file as it lies in the store, hexadecimal
  sha256 text not null,
  stored_at timestamptz not null,
  restored_at timestamptz
);
