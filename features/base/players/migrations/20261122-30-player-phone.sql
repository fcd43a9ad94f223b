alter table player
  drop constraint player_platform_check,
  add constraint player_platform_check check (platform in ('wechat', 'alipay', 'phone'));
