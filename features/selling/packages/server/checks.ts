import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const packageChecks: readonly BooksCheck[] = [
  {
    // what was worked out is what was asked for, and what was given up counts against nobody's limits
    name: 'pricesMatchOrders',
    sql: `select o.number || ' costs ' || o.amount || ', its price was ' || p.total_fen as wrong
        from priced_order p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
        where o.amount <> p.total_fen
      union all
      select o.number || ' is ' || o.state || ' and still counts against limits'
        from priced_order p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
        where p.given_up_at is null and o.state in ('closed', 'refunded')`,
  },
  {
    // what was paid for and not given back is what the player was given, coins and points each for themselves
    name: 'grantsMatchOrders',
    sql: `select o.number || ' gave ' || coalesce(b.given, 0) || ' of ' || o.due || ' ' || o.unit as wrong
      from (
        select o.tenant_id, o.id, o.number, g.unit, case when o.fulfilled_amount = 0 then 0
          else g.pieces * (o.paid_amount - o.refunded_amount)::numeric / o.amount end as due
        from orders o cross join lateral (values
          ('coin', coalesce((o.fulfilment -> 'plan' ->> 'coins')::bigint, 0)),
          ('point', coalesce((o.fulfilment -> 'plan' ->> 'points')::bigint, 0))
        ) g (unit, pieces)
        where o.fulfilment ->> 'name' = 'coins' and o.pay_way <> 'coin'
      ) o left join lateral (
        select sum(e.amount) as given from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'player' and a.unit = o.unit
        where t.tenant_id = o.tenant_id and t.subject_kind = 'order' and t.subject_id = o.id::text
          and t.kind in ('grant', 'refund')
      ) b on true
      where coalesce(b.given, 0) not between floor(o.due) and ceil(o.due)`,
  },
];
