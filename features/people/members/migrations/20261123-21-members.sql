-- Who has been with a merchant: the id is the player's. Figures are worked out from orders and deposits, and can be again.
create table member (
  tenant_id text not null references tenant (id),
  id uuid not null references player (id),
  created_at timestamptz not null default now(),
  first_visit_at timestamptz,
  last_visit_at timestamptz,
  visits integer not null default 0,
  paid_fen bigint not null default 0,
  top_up_fen bigint not null default 0,
  note text not null default '',
  tags text[] not null default '{}',
  primary key (tenant_id, id)
);
create index member_last_visit on member (tenant_id, last_visit_at desc, id desc);
create index member_paid on member (tenant_id, paid_fen desc, id desc);
create index member_tags on member using gin (tags) where tags <> '{}';

-- The same at each site, for those who work at some of them.
create table member_place (
  tenant_id text not null,
  player_id uuid not null,
  site_id uuid not null,
  first_visit_at timestamptz not null,
  last_visit_at timestamptz not null,
  visits integer not null,
  paid_fen bigint not null,
  primary key (tenant_id, player_id, site_id),
  foreign key (tenant_id, player_id) references member (tenant_id, id)
);
create index member_place_site on member_place (tenant_id, site_id);

-- Those who came before anybody counted.
insert into visitor_due (tenant_id, player_id)
select tenant_id, player_id from orders where player_id is not null and paid_at is not null
union
select tenant_id, player_id from coin_deposit where player_id is not null;
