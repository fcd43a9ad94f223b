import type { BooksCheck } from '#kit/server/books-check.ts';

/** Cards agree with the orders that bought them, with the orders they paid, and with the coins they gave, row by row. */
export const cardChecks: readonly BooksCheck[] = [
  {
    // an order of a card that was delivered has one grant, for its price, and the other way round
    name: 'cardsMatchOrders',
    sql: `select coalesce(o.number, g.order_id::text) || ' of ' || coalesce(o.amount, 0) || ' gave a card for '
          || coalesce(g.price_fen::text, 'nothing') as wrong
        from (select tenant_id, id, number, amount from orders where fulfilment ->> 'name' = 'card' and fulfilled_amount > 0) o
        full join (select tenant_id, order_id, price_fen from card_grant where order_id is not null and given_at is not null) g
          on g.tenant_id = o.tenant_id and g.order_id = o.id
        where o.amount is distinct from g.price_fen
      union all
      select o.number || ' gave back ' || o.refunded_amount || ', its card ' || coalesce(g.refund_fen, 0)
        from orders o join card_grant g on g.tenant_id = o.tenant_id and g.order_id = o.id
        where g.ended_at is not null and o.fault is null and o.refunded_amount <> g.refund_fen
      union all
      select c.id || ' has ' || c.days || ' days, was given ' || coalesce(g.days, 0) from benefit_card c
        left join (
          select tenant_id, card_id, sum(days) as days from card_grant where ended_at is null group by 1, 2
        ) g on g.tenant_id = c.tenant_id and g.card_id = c.id
        where c.ended_at is null and c.days is distinct from g.days::int`,
  },
  {
    name: 'cardPlaysMatch',
    sql: `select coalesce(o.number, u.order_id::text) || ' keeps ' || coalesce(o.kept, 0) || ' plays of cards, used '
          || coalesce(u.used, 0) as wrong
        from (
          select tenant_id, id, number, paid_amount - refunded_amount as kept from orders where pay_way = 'card'
        ) o full join (
          select tenant_id, order_id, sum(amount - given_back) as used from card_use where unit = 'play' group by 1, 2
        ) u on u.tenant_id = o.tenant_id and u.order_id = o.id
        where o.kept is distinct from u.used`,
  },
  {
    // the counter of a day is the sum of what was used on it, and never above what the card gives
    name: 'cardDaysMatch',
    sql: `select coalesce(d.card_id, u.card_id) || ' on ' || coalesce(d.day, u.day) || ' counts ' || coalesce(d.plays, 0)
          || '/' || coalesce(d.coins, 0) || ', used ' || coalesce(u.plays, 0) || '/' || coalesce(u.coins, 0) as wrong
        from card_day d full join (
          select tenant_id, card_id, day, coalesce(sum(amount - given_back) filter (where unit = 'play'), 0) as plays,
            coalesce(sum(amount - given_back) filter (where unit = 'coin'), 0) as coins
          from card_use group by 1, 2, 3
        ) u on u.tenant_id = d.tenant_id and u.card_id = d.card_id and u.day = d.day
        where coalesce(d.plays, 0) <> coalesce(u.plays, 0) or coalesce(d.coins, 0) <> coalesce(u.coins, 0)
      union all
      select d.card_id || ' on ' || d.day || ' gave ' || d.plays || ' plays and ' || d.coins || ' coins'
        from card_day d join benefit_card c on c.tenant_id = d.tenant_id and c.id = d.card_id
        where d.plays > (c.terms ->> 'dailyPlays')::int + d.extra_plays or d.coins > (c.terms ->> 'dailyCoins')::int
      union all
      select d.card_id || ' has ' || d.extra || ' plays of other days, came back ' || coalesce(u.late, 0)
        from (select tenant_id, card_id, sum(extra_plays) as extra from card_day group by 1, 2) d
        left join (select tenant_id, card_id, sum(late_back) as late from card_use group by 1, 2) u
          on u.tenant_id = d.tenant_id and u.card_id = d.card_id
        where d.extra <> coalesce(u.late, 0)`,
  },
  {
    // the day's coins, and those that came with a card and were not taken back, went through the books
    name: 'cardCoinsMatch',
    sql: `select coalesce(u.id::text, l.subject_id) || ' ' || coalesce(u.amount, 0) || ' <> ' || coalesce(l.amount, 0) as wrong
        from (select * from card_use where unit = 'coin') u full join (
          select t.tenant_id, t.subject_id, sum(e.amount) as amount
          from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
          join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
          where t.kind = 'cardCoins' group by 1, 2
        ) l on l.tenant_id = u.tenant_id and l.subject_id = u.id::text
        where u.amount is distinct from l.amount
      union all
      select g.order_number || ' gave ' || (g.coins - g.coins_back) || ' coins, the books say ' || coalesce(l.amount, 0)
        from card_grant g left join lateral (
          select sum(e.amount) as amount from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
          join ledger_account a on a.id = e.account_id and a.owner_kind = 'player' and a.unit = 'coin'
          where t.tenant_id = g.tenant_id and t.subject_kind = 'order' and t.subject_id = g.order_id::text
            and t.kind in ('grant', 'refund')
        ) l on true
        where g.order_id is not null and g.given_at is not null and g.coins - g.coins_back <> coalesce(l.amount, 0)`,
  },
];
