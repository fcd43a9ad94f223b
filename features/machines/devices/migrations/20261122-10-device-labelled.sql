-- When a label of the machine was last made, so that the first steps can say whether players can find it.
alter table device add column labelled_at timestamptz;
