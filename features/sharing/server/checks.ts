import type { BooksCheck } from '#kit/server/context.ts';

/** What the proof of the books says about shares; each row of an answer is one thing that is wrong. */
export const sharingChecks: readonly BooksCheck[] = [
  {
    // every movement of a share stands in the books with its amount, on the account it says
    name: 'sharesMatchTransfers',
    sql: `select 'share entry ' || s.id || ' ' || s.amount_fen as wrong
      from share_entry s
      join share_receiver r on r.tenant_id = s.tenant_id and r.id = s.receiver_id
      left join ledger_transfer t on t.id = s.transfer_id
      where s.transfer_id is not null and (t.id is null
        or t.kind <> (case s.kind when 'paid' then 'share' else 'share-return' end)
        or not exists (
          select from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.transfer_id = t.id and e.amount = -s.amount_fen
            and a.tenant_id = coalesce(r.agent_id, r.tenant_id)
            and a.owner_kind = (case when r.user_id is null and r.agent_id is null then 'receiver' else 'merchant' end)
            and a.owner_id = coalesce(r.user_id::text, r.agent_id, r.id::text) and a.purpose = 'available'))
      union all
      select 'transfer ' || t.id || ' without a share' from ledger_transfer t
      where t.kind in ('share', 'share-return')
        and not exists (select from share_entry s where s.transfer_id = t.id)`,
  },
  {
    // what a line says is the sum of what happened to it, and debts are what was paid above it
    name: 'shareLinesAddUp',
    sql: `select 'share line ' || l.id || ' due ' || l.due_fen || ' paid ' || l.paid_fen as wrong
      from share_line l
      left join lateral (
        select coalesce(sum(amount_fen) filter (where kind = 'earned'), 0) as earned,
          coalesce(sum(amount_fen) filter (where kind in ('earned', 'reduced')), 0) as due,
          coalesce(-sum(amount_fen) filter (where kind in ('paid', 'returned', 'offset')), 0) as paid
        from share_entry s where s.tenant_id = l.tenant_id and s.line_id = l.id
      ) e on true
      left join lateral (
        select coalesce(sum(open_fen), 0) as owed from share_debt d
        where d.tenant_id = l.tenant_id and d.line_id = l.id
      ) d on true
      where e.earned <> l.earned_fen or e.due <> l.due_fen or e.paid <> l.paid_fen
        or d.owed <> greatest(0, l.paid_fen - l.due_fen)`,
  },
  {
    // money kept for people without a wallet is what they were given less what they gave back or got by hand
    name: 'receiversMatchAccounts',
    sql: `select 'receiver ' || a.owner_id || ' ' || a.balance as wrong
      from ledger_account a
      left join lateral (
        select coalesce(-sum(amount_fen), 0) as kept from share_entry s
        where s.tenant_id = a.tenant_id and s.receiver_id::text = a.owner_id and s.way = 'account'
      ) e on true
      left join lateral (
        select coalesce(sum(amount_fen), 0) as settled from share_settlement s
        where s.tenant_id = a.tenant_id and s.receiver_id::text = a.owner_id
      ) s on true
      where a.owner_kind = 'receiver' and a.purpose = 'available' and a.balance <> e.kept - s.settled`,
  },
  {
    name: 'agentSharesMatchTransfers',
    sql: `select 'agent share ' || s.id || ' ' || s.amount_fen as wrong from agent_share s
      where not exists (
        select from ledger_entry e join ledger_account a on a.id = e.account_id
        where e.transfer_id = s.transfer_id and e.amount = s.amount_fen and a.tenant_id = s.tenant_id
          and a.owner_kind = 'merchant' and a.owner_id = s.tenant_id and a.purpose = 'available')`,
  },
];
