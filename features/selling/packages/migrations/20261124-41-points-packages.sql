-- Packages that sell points, and points on top of stored value.
alter table price_package add column points integer not null default 0 check (points >= 0);
alter table price_package drop constraint price_package_kind_check;
alter table price_package drop constraint price_package_coins_check;
alter table price_package add constraint price_package_gives check (
  case kind
    when 'coins' then coins > 0 and points = 0
    when 'stored' then coins > 0
    when 'points' then coins = 0 and bonus_coins = 0 and points > 0
    else false
  end
);
