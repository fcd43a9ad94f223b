-- The usual order of the lists, each of one kind of card: newest first.
create index sim_card_usual on sim_card (tenant_id, kind, created_at, id) where removed_at is null;
