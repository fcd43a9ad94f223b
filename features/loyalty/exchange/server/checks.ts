import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const exchangeChecks: readonly BooksCheck[] = [
  {
    // what an exchange costs is what its lines come to
    name: 'exchangesMatchLines',
    sql: `select o.number || ' says ' || o.pieces || ' for ' || o.points || ' points, ' || o.tickets || ' tickets, '
        || o.amount_fen || ' fen; its lines say otherwise' as wrong
      from exchange_order o left join (
        select tenant_id, order_id, sum(pieces) as pieces, sum(pieces * price_points) as points,
          sum(pieces * price_tickets) as tickets, sum(pieces * price_fen) as fen
        from exchange_line group by tenant_id, order_id
      ) l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where o.pieces is distinct from l.pieces or o.points is distinct from l.points
        or o.tickets is distinct from l.tickets or o.amount_fen is distinct from l.fen`,
  },
  {
    // points and tickets were taken for what is kept or has left, and for nothing else
    name: 'exchangesMatchBooks',
    sql: `select coalesce(o.number, b.id) || ' ' || coalesce(o.unit, b.unit) || ' ' || coalesce(o.amount, 0) || ' <> '
        || coalesce(b.amount, 0) as wrong
      from (
        select tenant_id, id::text as id, number, u.unit, case when state in ('ready', 'shipped', 'done') then u.amount else 0 end as amount
        from exchange_order cross join lateral (values ('point', points), ('ticket', tickets)) as u (unit, amount)
      ) o full join (
        select t.tenant_id, t.subject_id as id, a.unit, sum(e.amount) as amount
        from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint'
        where t.subject_kind = 'exchange' and t.kind in ('exchange', 'exchangeBack')
        group by 1, 2, 3
      ) b on b.tenant_id = o.tenant_id and b.id = o.id and b.unit = o.unit
      where coalesce(o.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    // pieces are kept while it waits, have left when it says so, and are free again when it was given up
    name: 'exchangesMatchStock',
    sql: `select o.number || ' is ' || o.state || ', its pieces are ' || coalesce(r.state, 'not kept') as wrong
      from exchange_order o
      left join stock_reservation r on r.tenant_id = o.tenant_id and r.key = 'exchange:' || o.id
      where case
        when o.state = 'ready' then r.state is distinct from 'open'
        when o.state in ('shipped', 'done') then r.state is distinct from 'handedOut'
        else r.state in ('open', 'handedOut')
      end`,
  },
  {
    // the part that is money is an order of the same amount, at the same shop
    name: 'exchangesMatchOrders',
    sql: `select e.number || ' asks ' || e.amount_fen || ' fen, its order says ' || coalesce(o.amount::text, 'nothing') as wrong
      from exchange_order e left join orders o on o.tenant_id = e.tenant_id and o.id = e.order_id
      where e.amount_fen > 0 and e.state in ('ready', 'shipped', 'done')
        and (o.id is null or o.amount <> e.amount_fen or o.pay_way <> 'balance' or o.site_id <> e.site_id)`,
  },
];
