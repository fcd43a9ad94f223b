-- How a player showed to stand before the machine: by a code on its screen (each counts once) or by presses of its button.
alter table coin_deposit add column shown_window bigint;
alter table coin_deposit add column presses integer check (presses > 0);
-- when the machine was asked to count: it can not have counted before
alter table coin_deposit add column counting_at timestamptz;
-- what the machine told, where a person booked less of it or nothing
alter table coin_deposit add column counted integer check (counted >= 0);
alter table coin_deposit add column held_for text check (held_for in ('tooMany', 'tooFast', 'beyondSite'));
alter table coin_deposit add column decision text;
alter table coin_deposit drop constraint coin_deposit_state_check;
alter table coin_deposit add constraint coin_deposit_state_check
  check (state in ('confirming', 'counting', 'waiting', 'held', 'booked', 'refused', 'empty', 'unknown'));
create unique index coin_deposit_shown on coin_deposit (tenant_id, device_id, shown_window)
  where shown_window is not null;
-- what machines and sites took lately, and what exchange machines gave
create index coin_deposit_site on coin_deposit (tenant_id, site_id, created_at desc);
create index coin_dispense_site on coin_dispense (tenant_id, site_id, created_at desc);
