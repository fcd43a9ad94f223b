import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { onlineDevice } from '#features/machines/devices/test/test-device.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { playerId, site } from '#features/selling/coins/test/crew.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';

/**
 * A wish for every call that gives something away, which would be carried out if the allowance covered it. A call without
 * one fails the test that goes over them.
 */
export async function givingWishes(server: TestServer, merchant: Client): Promise<Record<string, object>> {
  const [exchange, claw] = [await onlineDevice(server, { type: 'exchange' }), await onlineDevice(server)];
  const member = { playerId: playerId('林小雨'), fieldId: site, reason: 'gift' };
  const coins = { coins: 1, remark: 'gift', requestId: newId() };
  const content = Buffer.from('phone,name,balance\r\n13600009999,Wang,1').toString('base64');
  const file = { fieldId: site, fileName: 'old.csv', content };
  const { seen } = await merchant.call(membersContract.previewOldPlayers, file);
  const { id: typeId } = await merchant.call(cardsContract.saveCardType, {
    name: 'a month',
    days: 30,
    dailyPlays: 1,
    priceFen: 1,
  });
  const today = businessDay(server.clock.now());
  const until = addDays(today, 7);
  const packets = { target: 'coin', split: 'fixed', pieces: 2, eachCoins: 5, holdOutPercent: 0 };
  return {
    'coins.issueToMember': { fieldId: site, playerId: member.playerId, ...coins },
    'coins.issueFromMachine': { equipmentId: exchange.id, ...coins, requestId: newId() },
    'coins.dispenseCoins': { equipmentId: exchange.id, number: 1 },
    'remotecredit.creditDevice': { equipmentId: claw.id, number: 1 },
    'remotecredit.createLink': { equipmentId: claw.id, coins: 1, validHours: 1 },
    'points.adjustPoints': { ...member, unit: 'point', direction: 'add', amount: 1 },
    'points.createTicketCode': { fieldId: site, tickets: 1, reason: 'gift' },
    'members.giveFreePlays': { ...member, plays: 1 },
    'members.importOldPlayers': { ...file, seen },
    'cards.giveCard': { ...member, typeId },
    'redpackets.startCampaign': {
      ...packets,
      name: 'packets',
      fromDay: today,
      untilDay: until,
      siteIds: [site],
    },
    'rewards.createVouchers': { name: 'a batch', fieldId: site, amount: 1, pieces: 1, until },
    'rewards.saveTask': { kind: 'signIn', amount: 10_000, fieldId: site, budget: 10_000 },
  };
}

/** Needs a member at the counter with prizes in hand: `features/loyalty/rewards/test/vouchers.db.test.ts` tries it. */
export const triedElsewhere = ['rewards.recycleGift'];

/** All that people own, and all that is promised to them. */
export async function holdings({ services }: TestServer): Promise<unknown> {
  const owned = await services.db.raw`
    select unit, sum(balance)::text as amount from ledger_account where owner_kind = 'player' group by unit order by unit`;
  const promised = await services.db.raw`select
    (select count(*) from coin_issue)::int as issues, (select count(*) from remote_credit_link)::int as links,
    (select count(*) from ticket_code)::int as codes, (select count(*) from free_play)::int as plays,
    (select count(*) from card_grant)::int as cards, (select count(*) from voucher)::int as vouchers,
    (select count(*) from old_player)::int as olds, (select count(*) from red_packet_campaign)::int as packets, (select count(*) from reward_task)::int as tasks,
    (select count(*) from device_command)::int as commands, (select count(*) from allowance_given)::int as given`;
  return { owned: [...owned], promised: [...promised] };
}
