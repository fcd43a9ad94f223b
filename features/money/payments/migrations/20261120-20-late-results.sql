-- What a platform mends after it had failed: first somebody bears it, then the owner of the subject takes it over.
alter table payment_refund
  add column late_settled_at timestamptz,
  -- of it, what the wallet did not have any more: whoever bore it first keeps bearing it
  add column late_borne_fen bigint not null default 0,
  add column given_up_at timestamptz,
  add constraint payment_refund_late check (late_settled_at is null or returned_late_at is not null),
  add constraint payment_refund_borne check (late_borne_fen between 0 and amount_fen);
alter table payout
  add column returned_late_at timestamptz,
  add column late_settled_at timestamptz,
  add column given_up_at timestamptz,
  add constraint payout_late check (late_settled_at is null or returned_late_at is not null);
-- nobody asks for these any more but people
create index payment_refund_given_up on payment_refund (channel) where given_up_at is not null and ended_at is null;
create index payout_given_up on payout (channel) where given_up_at is not null and ended_at is null;
