-- One record and one limit for all coins that staff let out, and one right.
alter table coin_issue drop constraint coin_issue_way_check;
alter table coin_issue add constraint coin_issue_way_check check (way in ('member', 'machine', 'credit', 'hopper'));
alter table coin_issue_limit add column goods_per_day integer not null default 200 check (goods_per_day >= 0);

update role set permissions =
  array_remove(permissions, 'devices.dispense')
  || case when 'coins.issue' = any(permissions) then '{}'::text[] else '{coins.issue}'::text[] end
where 'devices.dispense' = any(permissions);
