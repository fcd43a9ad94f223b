-- The first answer to every writing call, for those who say it again.
create sequence request_answer_place;
create table request_answer (
  -- the account or the player who wished it
  person uuid not null,
  endpoint text not null,
  -- `id <request id>`, or `wish <hash of the input>` for calls without one
  key text not null,
  -- whose changes lie between two wishes: the tenant, or the player alone
  circle text not null,
  input_hash text not null,
  -- sealed; null until the call has ended
  answer text,
  claimed_at timestamptz not null,
  place bigint not null default nextval('request_answer_place'),
  primary key (person, endpoint, key)
);
create index request_answer_circle on request_answer (circle, place);
create index request_answer_age on request_answer (claimed_at);
