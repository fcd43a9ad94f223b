-- What a play costs is a setting of the machine; the machine's own row says the same, for lists and orders.
update device d set price_fen = (s.settings -> g.name ->> 'pricePerPlay')::integer
from device_settings s,
  (values ('claw', 'consume'), ('lottery', 'consume'), ('lipstick', 'needleGame'), ('cabinet', 'cells')) as g (type, name)
where s.tenant_id = d.tenant_id and s.device_id = d.id and g.type = d.type and d.controlled and d.price_fen is null
  and s.settings -> g.name ->> 'pricePerPlay' is not null;

-- Other types price lanes or coins: a price of the machine meant nothing there.
update device set price_fen = null
where controlled and price_fen is not null and type not in ('claw', 'lottery', 'lipstick', 'cabinet');
