import type { BooksCheck } from '#kit/server/books-check.ts';

/** What the mint gave for subjects of a kind, by the books. */
const given = (kind: string) => `select t.tenant_id, t.subject_id, a.unit, -sum(e.amount) as amount
  from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
  join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint'
  where t.subject_kind = '${kind}' and t.kind not in ('pointsDebt') group by 1, 2, 3`;

/** Names stand in `ledger:check.<name>`. */
export const rewardChecks: readonly BooksCheck[] = [
  {
    // every claim was booked once, and nothing else was booked for one; days of tasks add up their claims
    name: 'taskRewardsMatchBooks',
    sql: `select coalesce(c.id::text, b.subject_id) || ' ' || coalesce(c.amount, 0) || ' <> ' || coalesce(b.amount, 0) as wrong
      from reward_claim c full join (${given('rewardClaim')}) b
        on b.tenant_id = c.tenant_id and b.subject_id = c.id::text and b.unit = c.unit
      where c.amount is distinct from b.amount
      union all
      select coalesce(d.task_id, c.task_id) || ' ' || coalesce(d.given, 0) || ' <> ' || coalesce(c.given, 0)
      from reward_task_day d full join (
        select tenant_id, task_id, day, count(*) as claims, sum(amount) as given from reward_claim group by 1, 2, 3
      ) c on c.tenant_id = d.tenant_id and c.task_id = d.task_id and c.day = d.day
      where d.given is distinct from c.given or d.claims is distinct from c.claims`,
  },
  {
    // a voucher that was redeemed gave what its batch says, once, and no other gave anything
    name: 'vouchersMatchBooks',
    sql: `select coalesce(v.id::text, b.subject_id) || ' ' || coalesce(v.amount, 0) || ' <> ' || coalesce(b.amount, 0) as wrong
      from (
        select v.tenant_id, v.id, p.value, p.amount from voucher v
        join voucher_batch p on p.tenant_id = v.tenant_id and p.id = v.batch_id
        where v.redeemed_at is not null and p.value <> 'card'
      ) v full join (${given('voucher')}) b
        on b.tenant_id = v.tenant_id and b.subject_id = v.id::text and b.unit = v.value
      where v.amount is distinct from b.amount
      union all
      select p.tenant_id || ' ' || p.name || ' ' || count(v.id) || ' of ' || p.pieces
      from voucher_batch p left join voucher v on v.tenant_id = p.tenant_id and v.batch_id = p.id
      group by p.tenant_id, p.id, p.name, p.pieces having count(v.id) <> p.pieces`,
  },
  {
    // what came back is in the store's papers and in the member's points
    name: 'recyclingsMatchBooks',
    sql: `select coalesce(r.id::text, b.subject_id) || ' ' || coalesce(r.points, 0) || ' <> ' || coalesce(b.amount, 0) as wrong
      from recycling r full join (${given('recycling')}) b on b.tenant_id = r.tenant_id and b.subject_id = r.id::text
      where r.points is distinct from b.amount
      union all
      select r.id || ' ' || r.pieces || ' <> ' || coalesce(d.pieces_in, 0)
      from recycling r left join stock_document d on d.tenant_id = r.tenant_id and d.id = r.document_id
      where d.pieces_in is distinct from r.pieces`,
  },
];
