import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const shopChecks: readonly BooksCheck[] = [
  {
    // an order of goods has one record of them, for its amount, and both stand where the other says
    name: 'goodsMatchOrders',
    sql: `select coalesce(o.number, s.order_id::text) || ' of ' || coalesce(o.amount, 0) || ' is ' || coalesce(o.state, 'nowhere')
          || ', its goods for ' || coalesce(s.amount_fen, 0) || ' are ' || coalesce(s.state, 'nowhere') as wrong
        from (select tenant_id, id, number, amount, state, paid_amount, refunded_amount, fulfilled_amount from orders
          where fulfilment ->> 'name' = 'shop') o
        full join shop_order s on s.tenant_id = o.tenant_id and s.order_id = o.id
        where o.amount is distinct from s.amount_fen
          or (s.state in ('waiting', 'handedOut', 'shipped')
            and (o.fulfilled_amount <> o.amount or o.refunded_amount >= o.amount))
          or (s.state = 'refunding' and o.refunded_amount <> o.amount)
          or (s.state = 'refunded' and o.state <> 'refunded')
          or (s.state = 'givenUp' and o.fulfilled_amount > 0)
          or (s.state = 'unpaid' and (o.fulfilled_amount > 0 or o.state in ('closed', 'refunded')))
      union all
      select s.order_id || ' of ' || s.amount_fen || ' for ' || s.pieces || ' pieces has lines of '
          || coalesce(l.amount_fen, 0) || ' for ' || coalesce(l.pieces, 0)
        from shop_order s left join (
          select tenant_id, order_id, sum(amount_fen) as amount_fen, sum(pieces) as pieces from shop_order_line group by 1, 2
        ) l on l.tenant_id = s.tenant_id and l.order_id = s.order_id
        where l.amount_fen is distinct from s.amount_fen or l.pieces is distinct from s.pieces`,
  },
  {
    // pieces are kept while an order waits, out when it was handed out, and back when it was given up
    name: 'goodsMatchStock',
    sql: `select s.order_id || ' is ' || s.state || ', its pieces are ' || coalesce(r.state, 'nowhere')
          || case when d.id is null then '' else ' and came back' end as wrong
        from shop_order s
        left join stock_reservation r on r.tenant_id = s.tenant_id and r.key = 'goods-order:' || s.order_id
        left join stock_document d on d.tenant_id = r.tenant_id and d.reverses_id = r.document_id
        where case coalesce(s.state_before, s.state)
          when 'unpaid' then r.state is distinct from 'open' and r.state is distinct from 'expired'
          when 'waiting' then r.state is distinct from 'open'
          when 'handedOut' then r.state is distinct from 'handedOut' or d.id is not null
          when 'shipped' then r.state is distinct from 'handedOut' or d.id is not null
          else coalesce(r.state, 'open') = 'open' or (r.state = 'handedOut' and d.id is null)
        end
      union all
      select s.order_id || ' sold ' || l.pieces || ' of ' || l.variant_id || ', kept ' || coalesce(k.pieces, 0)
        from shop_order s
        join shop_order_line l on l.tenant_id = s.tenant_id and l.order_id = s.order_id
        left join stock_reservation r on r.tenant_id = s.tenant_id and r.key = 'goods-order:' || s.order_id
        left join stock_reserved_line k on k.tenant_id = r.tenant_id and k.reservation_id = r.id
          and k.variant_id = l.variant_id
        where k.pieces is distinct from l.pieces`,
  },
];
