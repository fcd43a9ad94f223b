-- A fifth way out: whoever asked takes it back while nobody has begun with it.
alter table withdrawal
  drop constraint withdrawal_state_check,
  drop constraint withdrawal_check3,
  add constraint withdrawal_state_check
    check (state in ('untreated', 'processing', 'passed', 'rejected', 'cancelled')),
  add constraint withdrawal_ended check ((state in ('passed', 'rejected', 'cancelled')) = (ended_at is not null)),
  -- what somebody has taken is no longer the applicant's to cancel
  add constraint withdrawal_cancelled_untaken check (state <> 'cancelled' or taken_by is null);
