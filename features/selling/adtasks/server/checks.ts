import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const adChecks: readonly BooksCheck[] = [
  {
    // every booked income moved its amount to the wallet, from the platform's money for ads, and nothing else did
    name: 'adIncomeMatchesTransfers',
    sql: `select 'ad income ' || i.id || ' ' || i.amount_fen as wrong
      from ad_income i join ad_task k on k.id = i.task_id
      left join lateral (
        select sum(e.amount) as amount from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id
        where t.id = i.transfer_id and t.kind = 'ad-income' and a.tenant_id = i.tenant_id
          and a.owner_kind = 'merchant' and a.owner_id = i.wallet_id and a.purpose = 'available'
      ) b on true
      where i.amount_fen <> i.plays * k.price_fen or coalesce(b.amount, 0) <> i.amount_fen
      union all
      select 'transfer ' || t.id || ' without ad income' from ledger_transfer t
      where t.kind = 'ad-income' and not exists (select from ad_income i where i.transfer_id = t.id)`,
  },
  {
    // what was paid or set aside of an hour was counted in it, and nothing twice
    name: 'adIncomeWasCounted',
    sql: `select 'hour ' || h.hour_at || ' of ' || h.device_id || ' took ' || sum(h.plays) || ' of '
        || coalesce(p.plays, 0) || ' plays' as wrong
      from (
        select tenant_id, task_id, device_id, hour_at, plays + cut as plays from ad_income where doubt_id is null
        union all
        select tenant_id, task_id, device_id, hour_at, counted from ad_doubt
      ) h
      left join lateral (
        select p.thousandths / 1000 as plays from ad_play p where p.tenant_id = h.tenant_id
          and p.device_id = h.device_id and p.hour_at = h.hour_at and p.item_id = h.task_id
      ) p on true
      group by h.tenant_id, h.task_id, h.device_id, h.hour_at, p.plays
      having sum(h.plays) > coalesce(p.plays, 0)
      union all
      select 'doubt ' || d.id || ' ' || d.state || ' paid ' || coalesce(i.plays + i.cut, 0) || ' of ' || d.plays
      from ad_doubt d left join ad_income i on i.tenant_id = d.tenant_id and i.doubt_id = d.id
      where (d.state = 'approved') <> (i.id is not null) or i.plays + i.cut > d.plays`,
  },
  {
    // a task has paid what its incomes say, and never more than its budget
    name: 'adTasksWithinBudget',
    sql: `select 'ad task ' || k.id || ' paid ' || k.paid_fen || ', booked ' || coalesce(i.fen, 0) || ' of ' || k.budget_fen
        as wrong
      from ad_task k left join (
        select task_id, sum(amount_fen) as fen from ad_income group by 1
      ) i on i.task_id = k.id
      where k.paid_fen <> coalesce(i.fen, 0) or coalesce(i.fen, 0) > k.budget_fen`,
  },
];
