-- The last digits of the numbers of documents; before them stands the day.
create sequence stock_number;

-- Categories and groups of goods: names in an order.
create table good_class (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('category', 'group')),
  name text not null,
  sort integer not null,
  primary key (tenant_id, id)
);
create unique index good_class_name on good_class (tenant_id, kind, lower(name));

create table good (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null,
  category_id uuid not null,
  group_ids uuid[] not null default '{}',
  pictures jsonb not null default '[]',
  description text not null default '',
  price_points integer not null check (price_points >= 0),
  price_tickets integer not null check (price_tickets >= 0),
  price_fen integer not null check (price_fen >= 0),
  per_player integer check (per_player > 0),
  per_day integer check (per_day > 0),
  on_shelf boolean not null,
  shelf_from timestamptz,
  shelf_until timestamptz,
  all_shops boolean not null,
  store_ids uuid[] not null default '{}',
  primary key (tenant_id, id),
  check (price_points > 0 or price_tickets > 0 or price_fen > 0),
  check (shelf_from < shelf_until)
);
create unique index good_name on good (tenant_id, lower(name)) where removed_at is null;
create index good_category on good (tenant_id, category_id);

create table good_variant (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  good_id uuid not null,
  name text not null,
  barcode text,
  sort integer not null,
  last_cost_fen integer not null default 0 check (last_cost_fen >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, good_id) references good (tenant_id, id)
);
create index good_variant_good on good_variant (tenant_id, good_id);
create unique index good_variant_barcode on good_variant (tenant_id, barcode)
  where removed_at is null and barcode is not null;

create table stock_store (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  kind text not null check (kind in ('warehouse', 'shop')),
  name text not null,
  site_id uuid,
  address text not null default '',
  contact text not null default '',
  phone text not null default '',
  primary key (tenant_id, id),
  check ((kind = 'shop') = (site_id is not null))
);
create unique index stock_store_name on stock_store (tenant_id, lower(name)) where removed_at is null;
create unique index stock_store_site on stock_store (tenant_id, site_id) where removed_at is null and site_id is not null;

create table stock_supplier (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  name text not null,
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  note text not null default '',
  primary key (tenant_id, id)
);
create unique index stock_supplier_name on stock_supplier (tenant_id, lower(name)) where removed_at is null;

-- What lies in a store: the sum of the lines of documents, kept beside them to be locked.
create table stock_level (
  tenant_id text not null references tenant (id),
  id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  on_hand integer not null default 0 check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0 and reserved <= on_hand),
  value_fen bigint not null default 0 check (value_fen >= 0 and (on_hand > 0 or value_fen = 0)),
  alarm_threshold integer not null default 0 check (alarm_threshold >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, store_id) references stock_store (tenant_id, id),
  foreign key (tenant_id, variant_id) references good_variant (tenant_id, id)
);
create unique index stock_level_place on stock_level (tenant_id, store_id, variant_id);
create index stock_level_variant on stock_level (tenant_id, variant_id);

create table stock_document (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  number text not null,
  kind text not null check (kind in ('receipt', 'transfer', 'count', 'loss', 'handOut', 'recycle', 'reversal')),
  store_id uuid not null,
  to_store_id uuid,
  supplier_id uuid,
  reverses_id uuid,
  key text,
  pieces_in integer not null check (pieces_in >= 0),
  pieces_out integer not null check (pieces_out >= 0),
  cost_fen bigint not null,
  note text,
  user_id uuid,
  user_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, store_id) references stock_store (tenant_id, id),
  foreign key (tenant_id, to_store_id) references stock_store (tenant_id, id),
  foreign key (tenant_id, supplier_id) references stock_supplier (tenant_id, id),
  foreign key (tenant_id, reverses_id) references stock_document (tenant_id, id),
  check (kind = 'reversal' or (kind = 'transfer') = (to_store_id is not null)),
  check ((kind = 'reversal') = (reverses_id is not null))
);
create unique index stock_document_number on stock_document (tenant_id, number);
create unique index stock_document_key on stock_document (tenant_id, kind, key) where key is not null;
create unique index stock_document_reverses on stock_document (tenant_id, reverses_id) where reverses_id is not null;
create index stock_document_supplier on stock_document (tenant_id, supplier_id) where supplier_id is not null;
create index stock_document_time on stock_document (tenant_id, created_at, id);

create table stock_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  document_id uuid not null,
  place integer not null,
  store_id uuid not null,
  variant_id uuid not null,
  pieces integer not null,
  cost_fen bigint not null,
  unit_cost_fen integer,
  expected integer,
  counted integer check (counted >= 0),
  on_hand_after integer not null check (on_hand_after >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references stock_document (tenant_id, id),
  foreign key (tenant_id, variant_id) references good_variant (tenant_id, id),
  check (pieces <> 0 or counted is not null)
);
create index stock_line_document on stock_line (tenant_id, document_id, place);
create index stock_line_place on stock_line (tenant_id, store_id, variant_id, id);

create trigger stock_document_append_only before update or delete on stock_document
  for each row execute function refuse_change();
create trigger stock_line_append_only before update or delete on stock_line
  for each row execute function refuse_change();

create table stock_reservation (
  tenant_id text not null references tenant (id),
  id uuid not null,
  created_at timestamptz not null default now(),
  key text not null,
  store_id uuid not null,
  state text not null check (state in ('open', 'released', 'expired', 'handedOut')),
  until timestamptz not null,
  ended_at timestamptz,
  document_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, store_id) references stock_store (tenant_id, id),
  foreign key (tenant_id, document_id) references stock_document (tenant_id, id),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'handedOut') = (document_id is not null))
);
create unique index stock_reservation_key on stock_reservation (tenant_id, key);
create index stock_reservation_open on stock_reservation (until) where state = 'open';

create table stock_reserved_line (
  tenant_id text not null references tenant (id),
  id uuid not null,
  reservation_id uuid not null,
  variant_id uuid not null,
  pieces integer not null check (pieces > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, reservation_id) references stock_reservation (tenant_id, id),
  foreign key (tenant_id, variant_id) references good_variant (tenant_id, id)
);
create index stock_reserved_line_reservation on stock_reserved_line (tenant_id, reservation_id);
