import type { BooksCheck } from '#kit/server/books-check.ts';

/** What left the account of each campaign, or came to it, by kind of movement. */
const moved = (kinds: string) => `
  select a.tenant_id, a.owner_id as campaign_id, sum(e.amount) as amount
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
  where a.owner_kind = 'merchant' and a.purpose = 'redPacket' and t.kind in (${kinds})
  group by a.tenant_id, a.owner_id`;

/** Names stand in `ledger:check.<name>`. */
export const redPacketChecks: readonly BooksCheck[] = [
  {
    // the budget was set aside once, whole; its packets add up to it; after the end nothing of it is left
    name: 'redPacketBudgets',
    sql: `select coalesce(c.id::text, s.campaign_id) || ' budget ' || coalesce(c.budget, 0) || ', set aside '
        || coalesce(s.amount, 0) || ', packets ' || coalesce(p.amount, 0) as wrong
      from red_packet_campaign c full join (${moved("'red-packet-start'")}) s
        on s.tenant_id = c.tenant_id and s.campaign_id = c.id::text
      left join (
        select tenant_id, campaign_id, sum(amount) as amount, count(*) as pieces from red_packet group by 1, 2
      ) p on p.tenant_id = c.tenant_id and p.campaign_id = c.id
      where c.budget is distinct from s.amount or c.budget is distinct from p.amount
        or c.pieces is distinct from p.pieces
      union all
      select a.owner_id || ' holds ' || a.balance || ' after its end'
      from ledger_account a
      join red_packet_campaign c on c.tenant_id = a.tenant_id and c.id::text = a.owner_id
      where a.owner_kind = 'merchant' and a.purpose = 'redPacket' and c.ended_at is not null and a.balance <> 0`,
  },
  {
    // what a campaign holds is its budget less what was opened and did not come back: nothing else leaves it
    name: 'redPacketsTraceToBudgets',
    sql: `select c.id || ' holds ' || coalesce(a.balance, 0) || ' <> ' || c.budget - coalesce(g.amount, 0) as wrong
      from red_packet_campaign c
      left join ledger_account a on a.tenant_id = c.tenant_id and a.owner_kind = 'merchant'
        and a.owner_id = c.id::text and a.purpose = 'redPacket'
      left join (
        select tenant_id, campaign_id, sum(amount) as amount from red_packet_claim where state <> 'returned' group by 1, 2
      ) g on g.tenant_id = c.tenant_id and g.campaign_id = c.id
      where c.ended_at is null and coalesce(a.balance, 0) <> c.budget - coalesce(g.amount, 0)
      union all
      select k.id || ' opened ' || k.amount || ' of a packet of ' || p.amount || ' ' || p.state
      from red_packet_claim k join red_packet p on p.tenant_id = k.tenant_id and p.id = k.packet_id
      where k.amount <> p.amount or k.campaign_id <> p.campaign_id or p.state <> 'taken'
      union all
      select p.id || ' is taken and nobody opened it' from red_packet p
      where p.state = 'taken' and not exists (
        select from red_packet_claim k where k.tenant_id = p.tenant_id and k.packet_id = p.id
      )`,
  },
  {
    // coins and balance of packets came to the player from the campaign, once; transfers have a payout of the same amount
    name: 'redPacketClaimsMatchBooks',
    sql: `select coalesce(k.id::text, b.subject_id) || ' ' || coalesce(k.amount, 0) || ' <> ' || coalesce(b.amount, 0) as wrong
      from (select * from red_packet_claim where state = 'given') k full join (
        select t.tenant_id, t.subject_id, sum(e.amount) as amount from ledger_transfer t
        join ledger_entry e on e.transfer_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner_kind = 'player'
        where t.kind = 'redPacket' and t.subject_kind = 'redPacketClaim' group by 1, 2
      ) b on b.tenant_id = k.tenant_id and b.subject_id = k.id::text
      where k.amount is distinct from b.amount
      union all
      select k.id || ' ' || k.state || ' and its transfer ' || coalesce(o.state, 'missing') || ' ' || coalesce(o.amount_fen, 0)
      from red_packet_claim k left join payout o on o.tenant_id = k.tenant_id and o.id = k.payout_id
      where k.state <> 'given' and (o.amount_fen is distinct from k.amount
        or (k.state = 'paid') <> (o.state = 'done' or o.late_settled_at is not null)
        or (k.state = 'returned') <> (o.state = 'failed' and o.late_settled_at is null))`,
  },
];
