import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const allowanceChecks: readonly BooksCheck[] = [
  {
    // whatever staff gave stands in an allowance, the owner's too; what a link gave stands there by the link
    name: 'givenFromAllowance',
    sql: `select given.door || ' ' || given.id || ' of ' || given.tenant_id || ' is in no allowance' as wrong from (
        select tenant_id, case when way = 'credit' then 'credit' else 'coin' end as door, id from coin_issue i
          where not exists (
            select from remote_credit c where c.tenant_id = i.tenant_id and c.id = i.id and c.link_id is not null
          )
        union all select tenant_id, 'link', id from remote_credit_link
        union all select tenant_id, 'points', id from point_adjustment where amount <> 0
        union all select tenant_id, 'ticketCode', id from ticket_code
        union all select tenant_id, 'freePlay', id from free_play where order_id is null
        union all select tenant_id, 'card', id from card_grant where source = 'gift' and user_id is not null
        union all select tenant_id, 'voucher', id from voucher_batch
        union all select tenant_id, 'import', id from old_player_import where players > 0
        union all select tenant_id, 'redPacket', id from red_packet_campaign
        union all select tenant_id, 'recycling', id from recycling where points > 0
        union all select distinct tenant_id, 'task', task_id from reward_task_day where given > 0
      ) given
      where not exists (
        select from allowance_given a
        where a.tenant_id = given.tenant_id and a.door = given.door and a.subject_id = given.id
      )`,
  },
  {
    // what a second person agreed to was given once, in the asker's name, and is worth no more than was asked
    name: 'agreedGifts',
    sql: `select r.id || ' agreed to ' || r.worth_fen || ', given ' || coalesce(g.fen, 0) as wrong
      from allowance_request r left join (
        select tenant_id, request_id, user_id, count(*) as number, sum(worth_fen) as fen
        from allowance_given where request_id is not null group by 1, 2, 3
      ) g on g.tenant_id = r.tenant_id and g.request_id = r.id and g.user_id = r.user_id
      where (r.state = 'agreed') <> (g.number is not null) or g.number > 1 or g.fen > r.worth_fen
      union all
      select g.id || ' names a request that nobody asked' from allowance_given g
      where g.request_id is not null and not exists (
        select from allowance_request r where r.tenant_id = g.tenant_id and r.id = g.request_id
      )`,
  },
];
