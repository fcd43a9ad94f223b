-- Asked back from WeChat's receiver and not decided yet: neither paid back nor owed.
alter table share_line add column returning_fen bigint not null default 0 check (returning_fen >= 0);
-- The money is at the merchant's own number: only WeChat's sharing can pay it out.
alter table share_order add column collected_directly boolean not null default false;
-- Why the receiver owes it: what WeChat said when it did not take the share back.
alter table share_debt add column reason text not null default '';
