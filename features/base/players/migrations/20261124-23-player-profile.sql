alter table player
  add column birthday date,
  -- the player chose the picture: the platform's does not replace it
  add column photo_by_player boolean not null default false;
