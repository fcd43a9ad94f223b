-- Money that machines took; lines that somebody took out do not count.
create view cash_figure as
select tenant_id, site_id, device_id, type as device_type, null::text as wallet_id, hour_at as at, 'cash' as measure,
  notes_fen + cash_fen as amount
from cash_gain where hidden_at is null and notes_fen + cash_fen > 0;
