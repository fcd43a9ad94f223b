-- A number that divided nothing: what a franchisee gets is said by the sharing rules of each site.
alter table user_account drop column share_basis_points;
