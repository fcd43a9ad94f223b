-- whether somebody has ever brought coins to a merchant
create index coin_deposit_player on coin_deposit (player_id, tenant_id) where player_id is not null;
