-- Summaries go to WeChat too.
alter table briefing_sent drop constraint briefing_sent_way_check;
alter table briefing_sent add constraint briefing_sent_way_check check (way in ('message', 'sms', 'wechat'));
