-- A machine that was nobody's for a while goes on counting; the next owner's counting begins with its first word.
alter table device_state add column new_owner boolean not null default false;

-- Firmware may depend on the revision of the board.
alter table device_state add column hardware text;
