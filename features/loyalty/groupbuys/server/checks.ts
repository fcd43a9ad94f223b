import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const groupBuyChecks: readonly BooksCheck[] = [
  {
    // verified = granted + cancelled + what is being brought on: nothing is given that was not verified, nothing twice
    name: 'groupBuysMatchOrders',
    sql: `select coalesce(v.id::text, o.number) || ' ' || coalesce(v.state, 'is of no verification') || ', order '
          || coalesce(o.state || ' of ' || o.amount, 'absent') as wrong
        from (
          select * from group_buy_verification where state in ('granted', 'cancelling') or order_id is not null
        ) v full join (select * from orders where pay_way = 'groupBuy') o
          on o.tenant_id = v.tenant_id and o.id = v.order_id
        where (v.id is null) or v.verified_at is null
          or (v.state = 'granted' and (o.id is null or o.refunded_amount <> 0))
          or (v.state = 'cancelled' and o.refunded_amount <> o.amount)
          or (o.id is not null and (o.amount <> v.amount_fen or o.fulfilled_amount <> v.amount_fen
            or o.player_id is distinct from v.player_id or o.site_id is distinct from v.site_id))`,
  },
  {
    // what was given of coins and points and not taken back is what stands verified, or was lost to a refund
    name: 'groupBuysMatchBooks',
    sql: `select v.id || ' ' || v.state || ' gave ' || u.unit || ' ' || coalesce(b.amount, 0) || ', should '
          || case when v.kept then u.due else 0 end as wrong
        from (
          select *, state = 'granted' or (state = 'cancelled' and loss_fen is not null) as kept
          from group_buy_verification where order_id is not null
        ) v cross join lateral (values
          ('coin', coalesce((v.worth ->> 'coins')::bigint, 0)), ('point', coalesce((v.worth ->> 'points')::bigint, 0))
        ) u (unit, due)
        left join lateral (
          select -sum(e.amount) as amount from ledger_transfer t
          join ledger_entry e on e.transfer_id = t.id
          join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint'
            and a.unit = u.unit
          where t.tenant_id = v.tenant_id and t.subject_kind = 'order' and t.subject_id = v.order_id::text
        ) b on true
        where coalesce(b.amount, 0) <> case when v.kept then u.due else 0 end`,
  },
  {
    // free plays and cards: one that stands for each that was given and not taken back
    name: 'groupBuysMatchGrants',
    sql: `select v.id || ' ' || v.state || ' has no plays' as wrong from group_buy_verification v
        left join free_play p on p.tenant_id = v.tenant_id and p.id = v.given_id and p.order_id = v.order_id
        where v.worth ->> 'kind' = 'freePlay' and v.state = 'granted' and (p.id is null or p.revoked_at is not null)
      union all
      select p.id || ': plays of an order that is of no group buy' from free_play p
        where p.order_id is not null and not exists (
          select from group_buy_verification v where v.tenant_id = p.tenant_id and v.order_id = p.order_id)
      union all
      select v.id || ' ' || v.state || ' has no card' from group_buy_verification v
        left join card_grant g on g.tenant_id = v.tenant_id and g.id = v.given_id and g.source = 'groupBuy'
        where v.worth ->> 'kind' = 'card' and v.state = 'granted' and g.id is null
      union all
      select g.id || ': a card of no group buy' from card_grant g
        where g.source = 'groupBuy' and g.ended_at is null and not exists (
          select from group_buy_verification v where v.tenant_id = g.tenant_id and v.given_id = g.id
            and (v.state = 'granted' or v.loss_fen is not null))`,
  },
];
