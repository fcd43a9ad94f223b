-- a player looks at the own accounts, at whichever merchant they are
create index ledger_account_player on ledger_account (owner_id) where owner_kind = 'player';
