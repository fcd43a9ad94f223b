-- The operator's own table of bank branches, imported as a whole (npm run branches:import).
create table bank_branch (
  bank_code text not null,
  region_code text not null,
  branch_name text not null,
  imported_at timestamptz not null,
  primary key (bank_code, region_code, branch_name)
);
