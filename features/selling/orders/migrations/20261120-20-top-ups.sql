-- What an owner tops up counts against a limit of its own and can not be withdrawn for some days: few rows among many.
create index orders_topup on orders (tenant_id, wallet_id, id) where settles_to in ('wallet', 'deposit');
