import type { BooksCheck } from '#kit/server/books-check.ts';

/** What joining and parting records moved agrees with the books, account by account. */
export const identityChecks: readonly BooksCheck[] = [
  {
    name: 'joinedValues',
    sql: `select coalesce(v.join_id::text, l.subject_id) || ' ' || coalesce(v.purpose, l.purpose) || ' '
        || coalesce(v.amount, 0) || ' <> ' || coalesce(l.amount, 0) as wrong
      from (
        select v.join_id, v.tenant_id, v.purpose, v.unit, v.moved - v.returned as amount from player_join_value v
      ) v full join (
        select t.tenant_id, t.subject_id, a.purpose, a.unit, sum(e.amount) as amount
        from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
        join player_join j on j.id::text = t.subject_id and a.owner_id = j.into_player::text
        where t.kind in ('playerJoin', 'playerSplit')
        group by 1, 2, 3, 4
      ) l on l.tenant_id = v.tenant_id and l.subject_id = v.join_id::text and l.purpose = v.purpose and l.unit = v.unit
      where v.amount is distinct from l.amount`,
  },
];
