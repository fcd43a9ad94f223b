import { uncorrected } from '#features/money/ledger/server/public.ts';
import type { BooksCheck } from '#kit/server/books-check.ts';
import { userTypes } from '#kit/server/session.ts';

/** What a withdrawal says has happened to its money, beside what the books say. */
const withdrawalTransfers = `
  select w.id || ' ' || expected.key as wrong
  from withdrawal w
  cross join lateral (values
    ('withdrawal:' || w.id, w.amount_fen, true),
    ('withdrawal-rejected:' || w.id, w.amount_fen, w.state = 'rejected'),
    ('withdrawal-cancelled:' || w.id, w.amount_fen, w.state = 'cancelled'),
    ('payout:' || w.id, w.amount_fen - w.fee_fen, w.state = 'passed' and w.target = 'bank'),
    ('payout-done:' || w.id, w.amount_fen - w.fee_fen, w.state = 'passed' and w.target = 'bank'),
    ('deposit-return:' || w.id, w.amount_fen, w.state = 'passed' and w.target = 'balance'),
    ('withdrawal-fee:' || w.id, w.fee_fen, w.state = 'passed' and w.fee_fen > 0)
  ) expected (key, amount, happened)
  left join ledger_transfer t on t.tenant_id = w.tenant_id and t.key = expected.key
  left join lateral (
    select sum(e.amount) filter (where e.amount > 0) as amount from ledger_entry e where e.transfer_id = t.id
  ) moved on true
  where expected.happened <> (t.id is not null)
    or (expected.happened and moved.amount <> expected.amount)`;

/** Frozen is what open withdrawals asked for, without what is on its way out. */
const frozenMatches = `
  select a.tenant_id || ' ' || a.owner_id || ' ' || a.balance || ' <> ' || coalesce(w.frozen, 0) as wrong
  from (
    select tenant_id, owner_id, balance from ledger_account
    where owner_kind = 'merchant' and purpose = 'frozen' and unit = 'fen'
  ) a full join (
    select tenant_id, wallet_id,
      sum(case when step in ('paying', 'confirm') then fee_fen else amount_fen end) as frozen
    from withdrawal where state in ('untreated', 'processing') group by tenant_id, wallet_id
  ) w on w.tenant_id = a.tenant_id and w.wallet_id = a.owner_id
  where coalesce(a.balance, 0) <> coalesce(w.frozen, 0)`;

/** A transfer between wallets stays within one organisation and touches nothing but available money. */
const transfersStayInside = `
  select 'transfer ' || t.id || ' ' || a.tenant_id || ' ' || a.owner_kind || '/' || a.purpose as wrong,
    t.id as transfer_id, a.id as account_id
  from ledger_transfer t
  join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
  where t.kind = 'transfer'
    and (a.tenant_id <> t.tenant_id or a.owner_kind <> 'merchant' or a.purpose <> 'available')
    and ${uncorrected('e')}`;

/** A handover leaves everything what it was: available money available, cash cash. */
const handoversStayInside = `
  select 'handover ' || id || ' ' || tenant_id || ' ' || what || ' ' || sum(amount) as wrong
  from (
    select t.id, t.tenant_id as owner, a.tenant_id, e.amount,
      case when a.owner_kind = 'merchant' then a.purpose else a.owner_kind || ':' || a.owner_id end as what
    from ledger_transfer t
    join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
    where t.kind = 'handover'
  ) moved
  group by id, owner, tenant_id, what
  having sum(amount) <> 0 or tenant_id <> owner`;

/** Nobody can reach the wallet of a franchisee who is gone: nothing lies there and nothing settles there. */
const nobodyGoneEarns = `
  select 'wallet ' || a.owner_id || ' of ' || u.name || ', who is gone: ' || a.purpose || ' ' || a.balance as wrong
  from user_account u
  join ledger_account a on a.tenant_id = u.tenant_id and a.owner_kind = 'merchant' and a.owner_id = u.id::text
  where u.user_type = ${userTypes.franchisee} and u.removed_at is not null and a.balance <> 0
  union all
  select 'site ' || s.id || ' (' || s.name || ') settles to ' || u.name || ', who is gone'
  from wallet_site w
  join user_account u on u.tenant_id = w.tenant_id and u.id::text = w.wallet_id and u.removed_at is not null
  join site s on s.tenant_id = w.tenant_id and s.id = w.site_id and s.removed_at is null`;

const adjustmentsMatch = `
  select d.id || ' ' || d.state as wrong from wallet_adjustment d
  left join ledger_transfer t on t.tenant_id = d.tenant_id and t.key = 'adjustment:' || d.id
  left join lateral (
    select e.amount from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.transfer_id = t.id and a.owner_kind = 'merchant' and a.owner_id = d.wallet_id
  ) moved on true
  where (d.state = 'done') <> (t.id is not null) or (d.state = 'done' and moved.amount <> d.amount_fen)`;

/** A deposit only ever comes from available or pending money, and leaves into frozen. */
const depositsMatch = `
  select 'deposit of ' || a.tenant_id || ': transfer ' || t.id || ' ' || t.kind || ' ' || e.amount
      || coalesce(' of ' || t.subject_kind || ' ' || t.subject_id, '') as wrong,
    t.id as transfer_id, a.id as account_id
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
  where a.owner_kind = 'merchant' and a.purpose = 'deposit' and t.kind <> 'correction'
    and ${uncorrected('e')} and not exists (
    select from ledger_entry o join ledger_account b on b.id = o.account_id
    where o.transfer_id = t.id and b.tenant_id = a.tenant_id and b.owner_kind = 'merchant'
      and b.owner_id = a.owner_id and b.purpose in ('available', 'pending', 'frozen')
      and sign(o.amount) = -sign(e.amount)
  )`;

/** Fees of stored value are owed or paid, never paid twice. */
const owedFees = `
  select tenant_id || ' ' || purpose || ' ' || sum(balance) as wrong from ledger_account
  where owner_kind = 'channel' and owner_id = 'owed' group by tenant_id, purpose having sum(balance) > 0`;

/**
 * Nobody's free money is below zero. What a person sends out of the own wallets (a withdrawal, a transfer to somebody else's
 * wallet, a handover) leaves at least what was topped up lately. `left` is what the owner had after it, counted back
 * from now in the owner's favour: what may have been spent later counts as spent later, by a minute, because a transaction
 * that waited for its turn carries an earlier time.
 */
const freeNotBelowZero = `
  with own as materialized (
    select a.id as account_id, a.tenant_id, a.balance, case when u.id is null then a.tenant_id else w.id end as owner_id
    from ledger_account a
    cross join lateral (select case a.owner_kind when 'merchant' then a.owner_id else a.purpose end as id) w
    left join user_account u on u.tenant_id = a.tenant_id and u.id::text = w.id
      and u.user_type = ${userTypes.franchisee}
    where a.unit = 'fen' and (a.owner_kind = 'merchant' and a.purpose in ('available', 'deposit')
        or a.owner_kind = 'channel' and a.owner_id = 'owed')
      and exists (select from orders o where o.tenant_id = a.tenant_id and o.settles_to in ('wallet', 'deposit'))
  ), moved as materialized (
    select own.tenant_id, own.owner_id, t.id, t.kind, t.created_at, sum(e.amount) as net
    from own join ledger_entry e on e.account_id = own.account_id join ledger_transfer t on t.id = e.transfer_id
    group by own.tenant_id, own.owner_id, t.id
  ), sent as (
    select m.*, (
      select coalesce(sum(o.fulfilled_amount - o.refunded_amount - o.fee_fen), 0) from orders o
      where o.tenant_id = m.tenant_id and o.wallet_id = m.owner_id and o.settles_to in ('wallet', 'deposit')
        and o.settled_at <= m.created_at and o.settled_at >= m.created_at - (
          select make_interval(days => p.topup_hold_days) from withdrawal_policy p
          where p.state = 'agreed' and p.effective_from <= m.created_at
          order by p.effective_from desc, p.id desc limit 1)
    ) as held
    from moved m where m.kind in ('withdrawal', 'transfer', 'handover') and m.net < 0
  )
  select s.kind || ' ' || s.id || ' of ' || s.owner_id || ' left ' || after.fen || ' of ' || s.held || ' held' as wrong
  from sent s cross join lateral (
    select (select sum(balance) from own where own.tenant_id = s.tenant_id and own.owner_id = s.owner_id)
      - coalesce(sum(m.net), 0) as fen
    from moved m
    where m.tenant_id = s.tenant_id and m.owner_id = s.owner_id and m.id <> s.id and case
      when m.net > 0 then m.created_at > s.created_at + interval '1 minute'
      when m.kind in ('withdrawal', 'transfer', 'handover') then (m.created_at, m.id) > (s.created_at, s.id)
      else m.created_at >= s.created_at - interval '1 minute' end
  ) after
  where s.held > 0 and after.fen < s.held`;

export const walletChecks: readonly BooksCheck[] = [
  { name: 'withdrawalsMatchTransfers', sql: withdrawalTransfers },
  { name: 'frozenMatchesWithdrawals', sql: frozenMatches },
  { name: 'transfersStayInside', sql: transfersStayInside },
  { name: 'handoversStayInside', sql: handoversStayInside },
  { name: 'nobodyGoneEarns', sql: nobodyGoneEarns },
  { name: 'adjustmentsMatchTransfers', sql: adjustmentsMatch },
  { name: 'depositsMatchTransfers', sql: depositsMatch },
  { name: 'owedFeesNotOverpaid', sql: owedFees },
  { name: 'freeNotBelowZero', sql: freeNotBelowZero },
];
