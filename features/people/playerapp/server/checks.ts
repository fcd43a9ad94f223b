import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const programChecks: readonly BooksCheck[] = [
  {
    // every player who was charged has an order that says so, and no code paid for two
    name: 'chargesMatchOrders',
    sql: `select c.id || ' charged ' || c.amount_fen || ', its order says ' || coalesce(o.amount::text, 'nothing') as wrong
        from member_charge c join player p on p.id = c.player_id
        left join orders o on o.tenant_id = c.tenant_id and o.id = c.order_id
        where c.state = 'paid' and (o.id is null or o.amount <> c.amount_fen
          or o.player_id not in (c.player_id, coalesce(p.joined_to, c.player_id))
          or o.pay_way <> 'balance' or o.site_id <> c.site_id)`,
  },
];
