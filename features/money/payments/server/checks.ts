import type { BooksCheck } from '#kit/server/books-check.ts';

/** What a transfer moved, by its key. */
const moved = `select t.tenant_id, t.key, t.kind, sum(e.amount) filter (where e.amount > 0) as amount
  from ledger_transfer t join ledger_entry e on e.transfer_id = t.id`;

/**
 * Rows that should have a transfer under a key, with the amount it should have moved, against the transfers of that
 * kind: missing, superfluous and different ones come out.
 */
const compare = (kind: string, wanted: string, having = 'true') => `
  select coalesce(m.key, w.key) || ': ' || coalesce(m.amount, 0) || ' booked, ' || coalesce(w.amount, 0) || ' due' as wrong
  from (${wanted}) w full join (${moved} where t.kind = '${kind}' group by t.id having ${having}) m
    on m.tenant_id = w.tenant_id and m.key = w.key
  where m.amount is distinct from w.amount`;

const due = (table: string, prefix: string, where = 'true') =>
  `select tenant_id, '${prefix}:' || id as key, amount_fen::numeric as amount from ${table} where ${where}`;

const shareDue = (prefix: string, where = 'true') =>
  `select s.tenant_id, '${prefix}:' || s.id as key, sum(l.amount_fen) as amount
  from profit_share s join profit_share_line l on l.tenant_id = s.tenant_id and l.share_id = s.id
  where ${where} group by s.tenant_id, s.id`;

/**
 * Refunds of a player's own balance, and of fees, never leave our books, and withdrawals to a bank are paid by hand:
 * features/selling/orders and features/money/wallet prove those.
 */
const byChannel = `exists (
  select from ledger_entry b join ledger_account a on a.id = b.account_id
  where b.transfer_id = t.id and a.owner_kind = 'channel' and a.owner_id in ('wechat', 'alipay', 'wechat-own', 'alipay-own', 'counter'))`;

const ended = "s.state = 'ended'";

export const paymentChecks: readonly BooksCheck[] = [
  { name: 'paymentsBooked', sql: compare('payment', due('payment', 'payment', "state = 'paid'")) },
  {
    name: 'refundsBooked',
    sql: [
      compare('refund', due('payment_refund', 'refund'), byChannel),
      compare('refund-done', due('payment_refund', 'refund-done', "state = 'done' and channel <> 'counter'")),
      compare('refund-failed', due('payment_refund', 'refund-failed', "state = 'failed'"), byChannel),
      compare('refund-late', due('payment_refund', 'refund-late', 'returned_late_at is not null')),
      compare(
        'refund-late-settled',
        `select tenant_id, 'refund-late-settled:' || id as key, (amount_fen - late_borne_fen)::numeric as amount
        from payment_refund where late_settled_at is not null and amount_fen > late_borne_fen`,
      ),
    ].join(' union all '),
  },
  {
    // what a merchant's own number collected never stands in our accounts outside, and the reverse
    name: 'collectorsKeptApart',
    sql: `select p.out_trade_no || ': ' || t.key || ' at ' || a.owner_id as wrong
        from payment p join ledger_transfer t on t.tenant_id = p.tenant_id
          and t.key in (select 'payment:' || p.id union all
            select x.step || r.id from payment_refund r cross join (values ('refund:'), ('refund-done:')) x (step)
            where r.tenant_id = p.tenant_id and r.payment_id = p.id)
        join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
        where p.channel <> 'counter' and a.owner_kind = 'channel'
          and (a.owner_id <> p.channel || case when p.sub_merchant is null then '' else '-own' end
            or a.tenant_id <> case when p.sub_merchant is null then '000000' else p.tenant_id end)
      union all
      select p.out_trade_no || ': not settled with the merchant' from payment p
        where p.channel = 'alipay' and p.sub_merchant is not null and p.state = 'paid' and not exists (
          select from direct_settlement s where s.tenant_id = p.tenant_id and s.payment_id = p.id)`,
  },
  {
    name: 'refundsWithinPayments',
    sql: `select p.id || ': ' || p.refunded_fen || ' <> ' || coalesce(r.sum, 0) || ' of ' || p.amount_fen as wrong
      from payment p left join (
        select tenant_id, payment_id, sum(amount_fen) as sum from payment_refund
        where state <> 'failed' or late_settled_at is not null
        group by tenant_id, payment_id
      ) r on r.tenant_id = p.tenant_id and r.payment_id = p.id
      where p.refunded_fen <> coalesce(r.sum, 0) or coalesce(r.sum, 0) > p.amount_fen`,
  },
  {
    name: 'payoutsBooked',
    sql: [
      compare('payout', due('payout', 'payout'), byChannel),
      compare('payout-done', due('payout', 'payout-done', "state = 'done'"), byChannel),
      compare('payout-failed', due('payout', 'payout-failed', "state = 'failed'"), byChannel),
      compare('payout-late', due('payout', 'payout-late', 'returned_late_at is not null')),
      compare('payout-late-settled', due('payout', 'payout-late-settled', 'late_settled_at is not null')),
    ].join(' union all '),
  },
  {
    name: 'sharesBooked',
    sql: [
      compare('profit-share', shareDue('profit-share')),
      compare('profit-share-done', shareDue('profit-share-done', `${ended} and l.state = 'done'`)),
      compare('profit-share-failed', shareDue('profit-share-failed', `${ended} and l.state = 'failed'`)),
      compare('profit-share-return', due('profit_share_return', 'profit-share-return', "state = 'done'")),
    ].join(' union all '),
  },
  {
    name: 'returnsWithinShares',
    sql: `select l.share_id || ' ' || l.place || ': ' || r.sum || ' back of ' || l.amount_fen as wrong
      from (
        select tenant_id, share_id, place, sum(amount_fen) as sum from profit_share_return where state <> 'failed'
        group by tenant_id, share_id, place
      ) r join profit_share_line l
        on l.tenant_id = r.tenant_id and l.share_id = r.share_id and l.place = r.place
      where r.sum > l.amount_fen or l.state <> 'done' or l.type <> 'MERCHANT_ID'`,
  },
  {
    // WeChat keeps a payment apart for thirty days: by then it was shared, released or refunded
    name: 'nothingKeptApartTooLong',
    sql: `select p.id || ' paid at ' || p.paid_at as wrong from payment p
      where p.profit_sharing and p.state = 'paid' and p.paid_at < now() - interval '30 days'
        and p.refunded_fen < p.amount_fen
        and not exists (
          select from profit_share_release r
          where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.ended_at is not null)
        and not exists (
          select from profit_share s join profit_share_line l on l.tenant_id = s.tenant_id and l.share_id = s.id
          where s.tenant_id = p.tenant_id and s.payment_id = p.id and s.unfreeze_rest and ${ended}
            and l.state = 'done')`,
  },
];
