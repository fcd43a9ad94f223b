-- When a day of a site begins, as the figures have it: in its time zone, at an hour. A site without a row has Shanghai's
-- midnight. What the site's form says comes here when its days have been added up anew by it.
create table figure_site (
  tenant_id text not null,
  site_id uuid not null,
  time_zone text not null,
  day_start integer not null check (day_start between 0 and 11),
  primary key (tenant_id, site_id)
);

create function figure_day_of(at timestamptz, time_zone text, day_start integer) returns date
language sql immutable parallel safe
return ((at at time zone coalesce(time_zone, 'Asia/Shanghai')) - make_interval(hours => coalesce(day_start, 0)))::date;
