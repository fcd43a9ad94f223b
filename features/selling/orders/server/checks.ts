import type { BooksCheck } from '#kit/server/books-check.ts';

/** What the books say about an order, summed over every transfer that names it. */
const booked = `
  select o.tenant_id, o.id, o.number, o.state, o.pay_way, o.amount, o.paid_amount, o.fulfilled_amount,
    o.refunded_amount, o.fee_fen, o.settles_to, o.unit, o.hold_id,
    coalesce(b.pending, 0) as pending, coalesce(b.paid, 0) as paid,
    coalesce(case o.unit when 'coin' then b.player_coins else b.player_fen end, 0) as player,
    coalesce(b.fee, 0) as fee,
    greatest(0, o.paid_amount - o.fulfilled_amount - o.refunded_amount) as undelivered
  from orders o left join (
    select t.tenant_id, t.subject_id,
      sum(e.amount) filter (where a.owner_kind = 'merchant' and a.purpose = 'pending') as pending,
      sum(e.amount) filter (where a.owner_kind = 'player' and a.unit = 'fen') as player_fen,
      sum(e.amount) filter (where a.owner_kind = 'player' and a.unit = 'coin') as player_coins,
      sum(e.amount) filter (where t.kind in ('payment', 'groupBuy') and e.amount > 0) as paid,
      sum(e.amount) filter (where t.kind in ('settlement', 'topup', 'deposit', 'grant', 'refund', 'refund-failed')
        and (a.owner_kind = 'platform'
        or (a.owner_kind = 'merchant' and a.tenant_id <> t.tenant_id))) as fee
    from ledger_transfer t
    join ledger_entry e on e.transfer_id = t.id
    join ledger_account a on a.id = e.account_id
    where t.subject_kind = 'order'
      and t.kind in ('payment', 'groupBuy', 'settlement', 'topup', 'deposit', 'grant', 'refund', 'refund-failed',
        'refund-late-settled', 'cash-refund')
    group by t.tenant_id, t.subject_id
  ) b on b.tenant_id = o.tenant_id and b.subject_id = o.id::text`;

/** Names stand in `ledger:check.<name>`. */
export const orderChecks: readonly BooksCheck[] = [
  {
    name: 'ordersArePaid',
    sql: `select number || ' paid ' || paid_amount || ' <> ' || paid as wrong from (${booked}) o
      where pay_way in ('wechat', 'alipay', 'counter', 'groupBuy') and paid_amount <> paid`,
  },
  {
    name: 'ordersAreDelivered',
    // what waits is what was paid and neither delivered nor given back; the player's own money never waits elsewhere
    sql: `select number || ' waits ' || pending || ' <> ' || undelivered as wrong from (${booked}) o
        where pay_way in ('wechat', 'alipay', 'counter', 'groupBuy') and pending <> undelivered
      union all
      select number || ' took ' || -player || ' of ' || (paid_amount - refunded_amount - undelivered) from (${booked}) o
        where pay_way in ('balance', 'coin') and settles_to = 'earnings'
          and -player <> paid_amount - refunded_amount - undelivered`,
  },
  {
    name: 'orderFeesMatch',
    sql: `select number || ' fee ' || fee_fen || ' <> ' || fee as wrong from (${booked}) o where fee_fen <> fee`,
  },
  {
    // collected by the merchant's own number: neither ours to pay out nor ours to charge for
    name: 'directOrdersMatch',
    sql: `select o.number || ' and its payment name other collectors' as wrong
        from orders o join payment p on p.tenant_id = o.tenant_id and p.id = o.payment_id
        where o.collected_directly <> (p.sub_merchant is not null)
      union all
      select o.number || ' touched ' || a.owner_kind || '/' || a.purpose
        from orders o join ledger_transfer t on t.tenant_id = o.tenant_id and t.subject_kind = 'order'
          and t.subject_id = o.id::text and t.kind in ('settlement', 'refund', 'refund-failed')
        join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        where (o.collected_directly or o.pay_way = 'groupBuy') and (a.owner_kind = 'platform'
          or (a.owner_kind = 'merchant' and a.purpose not in ('pending', 'collected')))`,
  },
  {
    // value bought with cash goes back to the till or is earned as cash, and so is whatever cash itself buys
    name: 'cashStaysCash',
    sql: `select 'transfer ' || t.id || ' ' || t.kind || ' moves ' || sum(e.amount) || ' of cash elsewhere' as wrong
        from ledger_transfer t join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id
        where exists (
            select from ledger_entry p join ledger_account v on v.id = p.account_id
            where p.transfer_id = t.id and v.owner_kind = 'player' and v.purpose like 'cash:%'
          )
          and ((a.owner_kind = 'player' and a.purpose like 'cash:%')
            or (a.owner_kind = 'merchant' and a.purpose in ('cash', 'pending'))
            or (a.owner_kind = 'channel' and a.owner_id in ('counter', 'opening')))
        group by t.id, t.kind having sum(e.amount) <> 0
      union all
      select o.number || ' was paid in cash and touched ' || a.owner_kind || '/' || a.purpose
        from orders o join ledger_transfer t on t.tenant_id = o.tenant_id and t.subject_kind = 'order'
          and t.subject_id = o.id::text and t.kind in ('settlement', 'grant', 'refund', 'refund-failed')
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.unit = 'fen'
        where o.pay_way = 'counter' and ((a.owner_kind = 'merchant' and a.purpose not in ('pending', 'cash'))
          or (a.owner_kind = 'player' and a.purpose not like 'cash:%'))
      union all
      select o.number || ' keeps ' || b.cash || ' in cash, not ' || b.due from (
        select tenant_id, id, number, least(cash_amount, paid_amount - refunded_amount
          - greatest(0, paid_amount - fulfilled_amount - refunded_amount)) as due
        from orders where pay_way = 'balance'
      ) o cross join lateral (
        select coalesce(sum(e.amount), 0) as cash, o.due as due from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'merchant' and a.purpose = 'cash'
        where t.tenant_id = o.tenant_id and t.subject_kind = 'order' and t.subject_id = o.id::text
          and t.kind in ('settlement', 'refund')
      ) b where b.cash <> b.due`,
  },
  {
    // from other sites to the order's own, of one player, in its unit, cash to cash, and no more than it costs
    name: 'balancesMoveTogether',
    sql: `select coalesce(o.number, t.key) || ' brought ' || e.amount || ' to ' || a.owner_kind || '/' || a.purpose as wrong
        from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        left join orders o on o.tenant_id = t.tenant_id and t.subject_kind = 'order' and t.subject_id = o.id::text
        where t.kind = 'together' and (o.id is null or o.pay_way not in ('balance', 'coin')
          or a.owner_kind <> 'player' or a.tenant_id <> t.tenant_id or a.unit <> o.unit
          or (e.amount > 0) <> (split_part(a.purpose, ':', 2) = o.site_id::text))
      union all
      select 'transfer ' || t.id || ' moves ' || sum(e.amount) || ' between ' || count(distinct a.owner_id) || ' players, '
          || split_part(a.purpose, ':', 1)
        from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        where t.kind = 'together' group by t.id, split_part(a.purpose, ':', 1)
        having sum(e.amount) <> 0 or count(distinct a.owner_id) > 1
      union all
      select o.number || ' of ' || o.amount || ' brought ' || sum(e.amount) from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id and e.amount > 0
        join orders o on o.tenant_id = t.tenant_id and t.subject_id = o.id::text
        where t.kind = 'together' group by t.id, o.number, o.amount having sum(e.amount) > o.amount`,
  },
  {
    name: 'orderRefundsMatch',
    sql: `select o.number || ' refunded ' || o.refunded_amount || ' <> ' || coalesce(r.amount, 0) as wrong from orders o
      left join (
        select tenant_id, order_id, sum(amount) as amount from order_refund where state <> 'failed' group by 1, 2
      ) r on r.tenant_id = o.tenant_id and r.order_id = o.id
      where o.refunded_amount <> coalesce(r.amount, 0)`,
  },
  {
    // given back out of the till for what a platform collected: it never went through the platform
    name: 'cashRefundsMatch',
    sql: `select coalesce(r.number, t.key) || ' given back ' || coalesce(r.amount, 0) || ' in cash, booked '
          || coalesce(t.amount, 0) as wrong
      from (
        select o.tenant_id, o.number, 'cash-refund:' || r.id as key, r.amount from order_refund r
        join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
        where r.state = 'done' and r.payment_refund_id is null and o.pay_way in ('wechat', 'alipay')
      ) r full join (
        select t.tenant_id, t.key, sum(e.amount) as amount from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        where t.kind = 'cash-refund' and a.owner_kind = 'channel' and a.owner_id = 'counter'
        group by t.tenant_id, t.key
      ) t on t.tenant_id = r.tenant_id and t.key = r.key
      where r.amount is distinct from t.amount`,
  },
  {
    // a deadline, a platform's answer or a person who sees it among the fault orders: something ends every wait
    name: 'ordersComeToAnEnd',
    sql: `select o.number || ' ' || o.state || ' owes ' || (o.paid_amount - o.fulfilled_amount - o.refunded_amount)
          || ' and waits for nobody' as wrong
        from orders o where o.paid_amount > o.fulfilled_amount + o.refunded_amount and o.state <> 'refunding'
          and o.deadline_at is null and o.fault_state is distinct from 'unsolved'
      union all
      select o.number || ' is refunding, and no refund is under way' from orders o
        where o.state = 'refunding' and not exists (
          select from order_refund r
          where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state = 'requested'
        )`,
  },
  {
    name: 'orderHoldsMatch',
    sql: `select o.number || ' ' || o.state || ' and its hold is ' || coalesce(h.state, 'absent') as wrong from orders o
      left join ledger_hold h on h.id = o.hold_id
      left join ledger_hold c on c.id = o.cash_hold_id
      where (o.hold_id is not null and (h.state is distinct from 'open' or o.state <> 'fulfilling'
        or h.amount + coalesce(c.amount, 0) <> o.paid_amount - o.fulfilled_amount - o.refunded_amount))
        or (o.cash_hold_id is not null and (o.hold_id is null or c.state is distinct from 'open'))
        or (o.state = 'fulfilling' and o.hold_id is null and o.unit <> 'play'
          and o.fault_state is distinct from 'unsolved')`,
  },
];
