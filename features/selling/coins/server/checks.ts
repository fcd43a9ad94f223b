import type { BooksCheck } from '#kit/server/books-check.ts';

const legOf = (kind: string, subject: string) => `
  select t.tenant_id, t.subject_id, sum(e.amount) as amount
  from ledger_transfer t
  join ledger_entry e on e.transfer_id = t.id
  join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
  where t.kind = '${kind}' and t.subject_kind = '${subject}'
  group by t.tenant_id, t.subject_id`;

/** What was handed out and booked in agrees with the books, to the coin. */
export const coinChecks: readonly BooksCheck[] = [
  {
    name: 'coinIssues',
    sql: `select coalesce(i.id::text, l.subject_id) || ' ' || coalesce(i.coins, 0) || ' <> '
        || coalesce(l.amount, 0) as wrong
      from (select * from coin_issue where way = 'member') i
      full join (${legOf('coinIssue', 'coinIssue')}) l on l.tenant_id = i.tenant_id and l.subject_id = i.id::text
      where i.coins is distinct from l.amount`,
  },
  {
    name: 'coinDeposits',
    sql: `select coalesce(d.id::text, l.subject_id) || ' ' || coalesce(d.amount, 0) || ' <> '
        || coalesce(l.amount, 0) as wrong
      from (select * from coin_deposit where state = 'booked') d
      full join (${legOf('coinDeposit', 'coinDeposit')}) l on l.tenant_id = d.tenant_id and l.subject_id = d.id::text
      where d.amount is distinct from l.amount`,
  },
];
