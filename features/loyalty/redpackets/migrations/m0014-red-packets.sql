create table red_packet_campaign (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  name text not null,
  token text not null unique,
  target text not null check (target in ('coin', 'balance', 'wechat')),
  split text not null check (split in ('fixed', 'random')),
  pieces integer not null check (pieces > 0),
  budget bigint not null check (budget >= pieces),
  audience text not null check (audience in ('everybody', 'new', 'level', 'toppedUp', 'away')),
  level_id uuid,
  top_up_fen bigint,
  away_days integer,
  needs_phone boolean not null,
  hold_out_percent integer not null check (hold_out_percent between 0 and 20),
  site_ids uuid[] not null,
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  wallet_id text not null,
  user_id uuid not null,
  user_name text not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index red_packet_campaign_made on red_packet_campaign (tenant_id, created_at desc);
create index red_packet_campaign_open on red_packet_campaign (until_day) where ended_at is null;

create table red_packet (
  tenant_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('free', 'taken', 'left')),
  primary key (tenant_id, id),
  unique (tenant_id, campaign_id, number),
  foreign key (tenant_id, campaign_id) references red_packet_campaign
);
create index red_packet_free on red_packet (tenant_id, campaign_id, number) where state = 'free';

create table red_packet_claim (
  tenant_id text not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  campaign_id uuid not null,
  packet_id uuid not null,
  site_id uuid not null,
  player_id uuid not null,
  claimed_as uuid not null,
  phone_hash text,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('given', 'paying', 'confirm', 'paid', 'returned')),
  payout_id uuid,
  confirm jsonb,
  reason text not null default '',
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, packet_id),
  unique (tenant_id, campaign_id, claimed_as),
  foreign key (tenant_id, campaign_id) references red_packet_campaign,
  foreign key (tenant_id, packet_id) references red_packet
);
create unique index red_packet_claim_phone on red_packet_claim (tenant_id, campaign_id, phone_hash);
create index red_packet_claim_made on red_packet_claim (tenant_id, campaign_id, created_at desc);
create index red_packet_claim_player on red_packet_claim (player_id);

create table red_packet_guest (
  tenant_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  player_id uuid not null,
  drawn_as uuid not null,
  held_out boolean not null,
  drawn_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, campaign_id, drawn_as),
  foreign key (tenant_id, campaign_id) references red_packet_campaign
);
create index red_packet_guest_player on red_packet_guest (player_id);
