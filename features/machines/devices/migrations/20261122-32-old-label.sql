-- when somebody first came by a label without our signature: the staff are told of it once
alter table device add column old_label_seen_at timestamptz;
