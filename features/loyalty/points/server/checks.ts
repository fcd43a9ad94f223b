import type { BooksCheck } from '#kit/server/books-check.ts';

/** What staff gave and took: their rows beside what the mint gave for them, each without the other is wrong. */
const byStaff = (rows: string, kind: string) =>
  `select coalesce(r.id::text, b.subject_id) || ' ' || coalesce(r.amount, 0) || ' <> ' || coalesce(b.amount, 0) as wrong
    from (${rows}) r full join (
      select t.tenant_id, t.subject_id, a.unit, -sum(e.amount) as amount
      from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
      join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint'
      where t.kind = '${kind}' group by 1, 2, 3
    ) b on b.tenant_id = r.tenant_id and b.subject_id = r.id::text and b.unit = r.unit
    where r.amount is distinct from b.amount`;

/** Names stand in `ledger:check.<name>`. */
export const pointChecks: readonly BooksCheck[] = [
  {
    // what is left of an account's lots is what lies on it
    name: 'lotsMatchBalances',
    sql: `select a.id || ' ' || a.unit || ' ' || a.balance || ' <> ' || coalesce(l.sum, 0) as wrong
      from ledger_account a left join (
        select account_id, sum(left_amount) as sum from point_lot group by account_id
      ) l on l.account_id = a.id
      where a.owner_kind = 'player' and a.unit in ('point', 'ticket') and a.purpose like 'site:%'
        and a.balance <> coalesce(l.sum, 0)
      union all
      select l.id || ' used ' || coalesce(u.sum, 0) || ' of ' || l.amount || ', left ' || l.left_amount
      from point_lot l left join (
        select tenant_id, lot_id, sum(amount) as sum from point_lot_use group by tenant_id, lot_id
      ) u on u.tenant_id = l.tenant_id and u.lot_id = l.id
      where l.left_amount + coalesce(u.sum, 0) <> l.amount`,
  },
  {
    // every line of such an account is in the lists, and nothing else
    name: 'pointLinesMatchBooks',
    sql: `select coalesce(e.id, m.id) || ' ' || coalesce(e.sum, 0) || ' <> ' || coalesce(m.sum, 0) as wrong from (
        select e.transfer_id || ' ' || a.unit as id, sum(e.amount) as sum, count(*) as number
        from ledger_entry e join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
          and a.unit in ('point', 'ticket') and a.purpose like 'site:%'
        group by 1
      ) e full join (
        select transfer_id || ' ' || unit as id, sum(amount) as sum, count(*) as number from point_movement group by 1
      ) m on m.id = e.id
      where e.sum is distinct from m.sum or e.number is distinct from m.number`,
  },
  {
    name: 'pointDebtsMatchBooks',
    sql: `select coalesce(b.id, d.id) || ' ' || coalesce(b.owed, 0) || ' <> ' || coalesce(d.owed, 0) as wrong from (
        select tenant_id || ' ' || unit as id, -sum(balance) as owed from ledger_account
        where owner_kind = 'channel' and owner_id = 'pointDebt' group by 1
      ) b full join (
        select tenant_id || ' ' || unit as id, sum(owed) as owed from point_debt group by 1
      ) d on d.id = b.id
      where coalesce(b.owed, 0) <> coalesce(d.owed, 0)`,
  },
  {
    // a debt is owed by somebody: who was joined owes it as the player he is now, who left may come back and is known
    name: 'pointDebtsHaveDebtors',
    sql: `select d.player_id || ' owes ' || d.owed || ' ' || d.unit
        || case when p.id is null then ', is nobody' when p.joined_to is not null then ', was joined'
          else ', was deleted without a trace' end as wrong
      from point_debt d left join player p on p.id = d.player_id
      where d.owed > 0 and (p.id is null or p.joined_to is not null or (
        p.deleted_at is not null and not exists (select from player_trace t where t.former_id = p.id)))
      union all
      select j.from_player || ' brought ' || j.brought || ' ' || j.unit || ', and is not joined to ' || j.into_player
      from point_debt_join j left join player p on p.id = j.from_player
      where p.joined_to is distinct from j.into_player`,
  },
  {
    // points by hand and codes for tickets: what the books gave is what somebody said, with name and reason
    name: 'pointGiftsMatchBooks',
    sql: `${byStaff('select tenant_id, id, unit, amount from point_adjustment', 'pointsAdjusted')}
      union all ${byStaff(
        "select tenant_id, id, 'ticket' as unit, tickets::bigint as amount from ticket_code where claimed_at is not null",
        'ticketCode',
      )}`,
  },
  {
    // an order has earned what its row says: given, less taken back; what has no row has earned nothing
    name: 'orderPointsMatchBooks',
    sql: `select coalesce(o.order_id::text, b.subject_id) || ' ' || coalesce(o.points, 0) || ' <> ' || coalesce(b.given, 0) as wrong
      from point_order o full join (
        select t.tenant_id, t.subject_id, -sum(e.amount) as given
        from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'channel' and a.owner_id = 'mint' and a.unit = 'point'
        where t.subject_kind = 'order' and t.kind in ('pointsEarned', 'pointsOwed')
        group by 1, 2
      ) b on b.tenant_id = o.tenant_id and b.subject_id = o.order_id::text
      where coalesce(o.points, 0) <> coalesce(b.given, 0)`,
  },
];
