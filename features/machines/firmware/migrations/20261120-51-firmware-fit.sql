-- What a version is made for, and the maker's own word on it.
alter table firmware_image
  add column model text not null default '',
  add column hardware jsonb not null default '[]',
  add column maker_signature text;
drop index firmware_image_version;
create unique index firmware_image_version on firmware_image (target, type, version, model, hardware)
  where withdrawn_at is null;
