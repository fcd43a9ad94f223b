-- Value that a player bought with cash is earned as cash when it is spent: how much of an order it pays, and its promise.
alter table orders
  add column cash_amount bigint not null default 0 check (cash_amount between 0 and amount),
  add column cash_hold_id uuid;
