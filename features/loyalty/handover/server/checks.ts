import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const handoverChecks: readonly BooksCheck[] = [
  {
    // what goods cost is what their lines come to
    name: 'handoversMatchLines',
    sql: `select h.number || ' says ' || h.pieces || ' for ' || h.points || ' points, ' || h.tickets || ' tickets, '
        || h.amount_fen || ' fen; its lines say otherwise' as wrong
      from handover h left join (
        select tenant_id, handover_id, sum(pieces) as pieces, sum(pieces * price_points) as points,
          sum(pieces * price_tickets) as tickets, sum(amount_fen) as fen
        from handover_line group by tenant_id, handover_id
      ) l on l.tenant_id = h.tenant_id and l.handover_id = h.id
      where h.pieces is distinct from l.pieces or h.points is distinct from l.points
        or h.tickets is distinct from l.tickets or h.amount_fen is distinct from l.fen`,
  },
  {
    // points and tickets were taken for what is kept or has left, and for nothing else
    name: 'handoversMatchBooks',
    sql: `select coalesce(h.number, b.id) || ' ' || coalesce(h.unit, b.unit) || ' ' || coalesce(h.amount, 0) || ' <> '
        || coalesce(b.amount, 0) as wrong
      from (
        select tenant_id, id::text as id, number, u.unit,
          case when state in ('unpaid', 'ready', 'refunding', 'shipped', 'done') then u.amount else 0 end as amount
        from handover cross join lateral (values ('point', points), ('ticket', tickets)) as u (unit, amount)
        where kind = 'exchange'
      ) h full join (
        select t.tenant_id, t.subject_id as id, a.unit, sum(e.amount) as amount
        from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint'
        where t.subject_kind = 'exchange' and t.kind in ('exchange', 'exchangeBack')
        group by 1, 2, 3
      ) b on b.tenant_id = h.tenant_id and b.id = h.id and b.unit = h.unit
      where coalesce(h.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    // pieces are kept while goods wait, out when they were handed out, and free or back when they were given up
    name: 'handoversMatchStock',
    sql: `with kept as (
        select h.*, coalesce(h.state_before, h.state) as stands, r.id as reservation_id, r.state as pieces_are,
          r.document_id
        from handover h left join stock_reservation r on r.tenant_id = h.tenant_id
          and r.key = case h.kind when 'sale' then 'goods-order:' else 'exchange:' end || h.id
      )
      select k.number || ' is ' || k.state || ', its pieces are ' || coalesce(k.pieces_are, 'nowhere')
          || case when d.id is null then '' else ' and came back' end as wrong
        from kept k left join stock_document d on d.tenant_id = k.tenant_id and d.reverses_id = k.document_id
        where case k.stands
          when 'unpaid' then k.pieces_are is distinct from 'open' and k.pieces_are is distinct from 'expired'
          when 'ready' then k.pieces_are is distinct from 'open'
          when 'shipped' then k.pieces_are is distinct from 'handedOut' or d.id is not null
          when 'done' then k.pieces_are is distinct from 'handedOut' or d.id is not null
          else coalesce(k.pieces_are, 'released') = 'open' or (k.pieces_are = 'handedOut' and d.id is null)
        end
      union all
      select k.number || ' is of ' || l.pieces || ' of ' || l.variant_id || ', kept ' || coalesce(s.pieces, 0)
        from kept k join handover_line l on l.tenant_id = k.tenant_id and l.handover_id = k.id
        left join stock_reserved_line s on s.tenant_id = k.tenant_id and s.reservation_id = k.reservation_id
          and s.variant_id = l.variant_id
        where k.reservation_id is not null and s.pieces is distinct from l.pieces`,
  },
  {
    // the part that is money is an order of the same amount at the same shop, and both stand where the other says
    name: 'handoversMatchOrders',
    sql: `select coalesce(o.number, h.number) || ' of ' || coalesce(o.amount, 0) || ' is ' || coalesce(o.state, 'nowhere')
          || ', its goods for ' || coalesce(h.amount_fen, 0) || ' are ' || coalesce(h.state, 'nowhere') as wrong
        from (select tenant_id, id, number, site_id, amount, state, refunded_amount, fulfilled_amount from orders
          where fulfilment ->> 'name' in ('shop', 'exchange')) o
        full join (select * from handover where order_id is not null) h on h.tenant_id = o.tenant_id and h.order_id = o.id
        where o.amount is distinct from h.amount_fen or o.site_id is distinct from h.site_id
          or (h.state in ('ready', 'shipped', 'done') and o.fulfilled_amount <> o.amount)
          -- before both kinds were one, the money of an exchange could go back after the goods had left, and leave them
          or ((h.state = 'ready' or (h.kind = 'sale' and h.state in ('shipped', 'done'))) and o.refunded_amount >= o.amount)
          or (h.state = 'refunding' and o.refunded_amount <> o.amount)
          or (h.state = 'refunded' and o.state <> 'refunded')
          or (h.state in ('cancelled', 'expired') and h.paid_at is not null and o.refunded_amount <> o.amount)
          or (h.state = 'cancelled' and h.paid_at is null and o.fulfilled_amount > 0)
          or (h.state = 'unpaid' and (o.fulfilled_amount > 0 or o.state in ('closed', 'refunded')))
      union all
      select number || ' asks for ' || amount_fen || ' fen and has no order'
        from handover
        where amount_fen > 0 and order_id is null and state in ('unpaid', 'ready', 'refunding', 'shipped', 'done')`,
  },
];
