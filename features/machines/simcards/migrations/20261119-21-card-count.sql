-- How many cards of a kind there are, from the smallest index there can be: equal keys are stored once.
create index sim_card_count on sim_card (tenant_id, kind) where removed_at is null;
