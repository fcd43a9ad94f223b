-- A machine that was just registered gets its preset with its first word; until then the one who registered it stands here.
alter table device_settings add column preset_due jsonb;
