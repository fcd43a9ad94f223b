import type { BooksCheck } from '#kit/server/books-check.ts';

/** Coins that came with a level, and what old players were owed, agree with the books, row by row; free plays with the orders they paid. */
export const memberChecks: readonly BooksCheck[] = [
  {
    name: 'levelBonuses',
    sql: `select coalesce(s.id::text, l.subject_id) || ' ' || coalesce(s.bonus_coins - s.taken_back, 0) || ' <> '
        || coalesce(l.amount, 0) as wrong
      from (select * from member_step where bonus_coins > 0) s
      full join (
        select t.tenant_id, t.subject_id, sum(e.amount) as amount
        from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
        where t.kind = 'levelBonus'
        group by t.tenant_id, t.subject_id
      ) l on l.tenant_id = s.tenant_id and l.subject_id = s.id::text
      where s.bonus_coins - s.taken_back is distinct from l.amount`,
  },
  {
    name: 'freePlaysMatch',
    sql: `select coalesce(o.number, u.order_id::text) || ' keeps ' || coalesce(o.kept, 0) || ' free plays, used '
          || coalesce(u.used, 0) as wrong
        from (
          select tenant_id, id, number, paid_amount - refunded_amount as kept from orders where pay_way = 'freePlay'
        ) o full join (
          select tenant_id, order_id, sum(plays - given_back) as used from free_play_use group by 1, 2
        ) u on u.tenant_id = o.tenant_id and u.order_id = o.id
        where o.kept is distinct from u.used
      union all
      select p.id || ' counts ' || p.used || ' used, its orders ' || coalesce(u.used, 0) from free_play p
        left join (
          select tenant_id, free_play_id, sum(plays - given_back) as used from free_play_use group by 1, 2
        ) u on u.tenant_id = p.tenant_id and u.free_play_id = p.id
        where p.used <> coalesce(u.used, 0)`,
  },
  {
    // what waits lies on an account of the row's own, and nothing else does; what was claimed went to the player
    name: 'openings',
    sql: `select o.id || ' line ' || o.line || ' ' || u.unit || ' ' || u.amount || ', waiting '
        || coalesce(w.balance, 0) || ', claimed ' || coalesce(c.amount, 0) as wrong
      from old_player o
      cross join lateral (values ('fen', o.balance_fen), ('coin', o.coins::bigint)) u (unit, amount)
      left join lateral (
        select sum(a.balance) as balance from ledger_account a
        where a.owner_kind = 'player' and a.owner_id = o.id::text and a.tenant_id = o.tenant_id and a.unit = u.unit
      ) w on true
      left join lateral (
        select -sum(e.amount) as amount from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_id = o.id::text and a.unit = u.unit
        where t.tenant_id = o.tenant_id and t.subject_kind = 'oldPlayer' and t.subject_id = o.id::text
          and t.kind = 'openingClaim'
      ) c on true
      where coalesce(w.balance, 0) <> case when o.player_id is null and o.revoked_at is null then u.amount else 0 end
        or coalesce(c.amount, 0) <> case when o.player_id is null then 0 else u.amount end`,
  },
];
