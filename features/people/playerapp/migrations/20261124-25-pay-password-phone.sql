-- where a code to reset the password goes: the phone of the day it was set, whatever phone is proven later without it
alter table player_pay_password add column phone text;
update player_pay_password w set phone = p.phone from player p where p.id = w.player_id;
