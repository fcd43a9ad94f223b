import type { BooksCheck } from '#kit/server/books-check.ts';

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
        or d.owed <> greatest(0, l.paid_fen - l.due_fen - l.returning_fen)`,
  },
  {
    // a debt that a share of the same wallet settled moved nothing: within each wallet such pairs cancel out
    name: 'offsetsStayInWallet',
    sql: `select 'wallet ' || wallet_id || ' of ' || tenant_id || ' settled ' || sum(amount_fen)
        || ' of shares for another, e.g. by share entry ' || min(entry_id::text) as wrong
      from (
        select s.tenant_id, coalesce(h.heir_id, o.wallet_id) as wallet_id, s.amount_fen, s.id as entry_id
        from share_entry s join share_order o on o.tenant_id = s.tenant_id and o.order_id = s.order_id
        left join wallet_heir h on h.tenant_id = o.tenant_id and h.wallet_id = o.wallet_id
        where s.kind = 'offset' and s.transfer_id is null
      ) offsets group by tenant_id, wallet_id having sum(amount_fen) <> 0`,
  },
  {
    // what is on its way to WeChat's receivers, and back from them, is what features/money/payments has under way
    name: 'sharesUnderWay',
    sql: `select 'share line ' || coalesce(l.key, u.key) || ' waiting ' || coalesce(l.waiting_fen, 0)
        || ' returning ' || coalesce(l.returning_fen, 0) as wrong
      from (
        select tenant_id, id::text as key, waiting_fen, returning_fen from share_line
        where waiting_fen > 0 or returning_fen > 0
      ) l full join (
        select tenant_id, key, sum(waiting_fen) as waiting_fen, sum(returning_fen) as returning_fen from (
          select p.tenant_id, p.receiver_key as key, p.amount_fen as waiting_fen, 0 as returning_fen
          from profit_share s join profit_share_line p on p.tenant_id = s.tenant_id and p.share_id = s.id
          where s.state <> 'ended'
          union all
          select p.tenant_id, p.receiver_key, 0, r.amount_fen from profit_share_return r
          join profit_share_line p on p.tenant_id = r.tenant_id and p.share_id = r.share_id and p.place = r.place
          where r.state in ('requested', 'sent')
        ) moving group by tenant_id, key
      ) u on u.tenant_id = l.tenant_id and u.key = l.key
      where coalesce(l.waiting_fen, 0) <> coalesce(u.waiting_fen, 0)
        or coalesce(l.returning_fen, 0) <> coalesce(u.returning_fen, 0)`,
  },
  {
    // what WeChat's receivers have is what features/money/payments shared less what came back
    name: 'wechatSharesMatchEntries',
    sql: `select 'share line ' || coalesce(e.key, w.key) || ': ' || coalesce(e.fen, 0) || ' written, '
        || coalesce(w.fen, 0) || ' at WeChat' as wrong
      from (
        select tenant_id, line_id::text as key, -sum(amount_fen) as fen from share_entry
        where way = 'wechat' group by tenant_id, line_id
      ) e full join (
        select p.tenant_id, p.receiver_key as key, sum(p.amount_fen - coalesce(r.fen, 0)) as fen
        from profit_share_line p
        join profit_share s on s.tenant_id = p.tenant_id and s.id = p.share_id and s.state = 'ended'
        left join lateral (
          select sum(b.amount_fen) as fen from profit_share_return b
          where b.tenant_id = p.tenant_id and b.share_id = p.share_id and b.place = p.place and b.state = 'done'
        ) r on true
        where p.state = 'done' group by p.tenant_id, p.receiver_key
      ) w on w.tenant_id = e.tenant_id and w.key = e.key
      where coalesce(e.fen, 0) <> coalesce(w.fen, 0)`,
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
  {
    // every day's rent is borne whole, where nothing waits to be written again
    name: 'rentsAreBorne',
    sql: `with said as (
        select v.tenant_id, v.site_id, d.day::date as day, v.rent
        from (
          select tenant_id, site_id, effective_from as first_day, rent_of_day(ends, costs) as rent,
            lead(effective_from) over (partition by tenant_id, site_id order by effective_from) - 1 as last_day
          from share_version where withdrawn_at is null
        ) v
        join rent_site w using (tenant_id, site_id)
        cross join lateral generate_series(v.first_day::timestamp, least(v.last_day, w.written_to)::timestamp, interval '1 day')
          d (day)
        where v.rent > 0
      ), borne as (
        select tenant_id, site_id, day, sum(amount_fen) as rent from rent_day group by 1, 2, 3
      )
      select concat_ws(' ', 'rent', r.tenant_id, r.site_id, r.day, r.said, 'borne', r.borne) as wrong
      from (
        select tenant_id, site_id, day, s.rent as said, b.rent as borne
        from said s full join borne b using (tenant_id, site_id, day)
      ) r
      where r.said is distinct from r.borne and not exists (
        select from rent_change c where c.tenant_id = r.tenant_id and c.site_id = r.site_id)`,
  },
];
