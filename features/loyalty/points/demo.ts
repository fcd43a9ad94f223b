import { listSettled } from '#features/selling/orders/server/public.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { bookOrders } from './server/earn-by-orders.ts';
import { adjustPoints, earnPoints } from './server/move-points.ts';
import { pointAdjustments, pointRates, pointRules, ticketCodes } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const siteIds = [1, 2, 3].map((number) => demoId(`site:merchant:${number}`));
const hall = siteIds[0] as string;
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);
const manager = { userId: demoId('user:manager'), userName: '孙志强' };

/** The longest history that a demo tells; what is earned lasts about as long, so that some of it is about to expire. */
const pointDays = 60;

async function seedRules(tx: Tx, now: Date): Promise<void> {
  await insert(tx, scope, pointRules, {
    activeSince: new Date(now.getTime() - pointDays * dayMs),
    perYuan: 1,
    perCoin: 1,
    pointDays,
    noticeDays: 14,
    worthFen: 100,
  });
  await insert(tx, scope, pointRates, {
    id: demoId('point-rate:gold'),
    kind: 'level',
    subjectId: demoId('member-level:2'),
    percent: 150,
  });
}

/** What the orders of the demo have earned, each at its own moment. */
async function seedEarnings(tx: Tx, now: Date): Promise<void> {
  const settledFrom = new Date(now.getTime() - (pointDays - 1) * dayMs);
  for (const siteId of siteIds) {
    const orders = await listSettled(tx, scope, { siteId, settledFrom, settledTo: now, limit: 20_000 });
    const ids = orders.filter(({ playerId }) => playerId !== null).map(({ id }) => id);
    await bookOrders(tx, tenantId, ids, ({ settledAt }) => settledAt);
  }
}

const won = [
  { name: '林小雨', tickets: 320, hoursAgo: 30 },
  { name: '张伟', tickets: 180, hoursAgo: 27 },
  { name: '王美丽', tickets: 95, hoursAgo: 5 },
  { name: '陈思远', tickets: 60, hoursAgo: 4 },
];

/** Tickets that the counter handed out by codes after a contest. */
async function seedTickets(tx: Tx, now: Date): Promise<void> {
  for (const { name, tickets, hoursAgo } of won) {
    const id = demoId(`ticket-code:${name}`);
    const claimedAt = new Date(now.getTime() - hoursAgo * hourMs);
    const playerId = idOf(name);
    const reason = '周末彩票赛';
    await insert(tx, scope, ticketCodes, {
      id,
      createdAt: claimedAt,
      siteId: hall,
      tickets,
      codeHash: id,
      reason,
      ...manager,
      day: businessDay(claimedAt),
      expiresAt: new Date(claimedAt.getTime() + dayMs),
      claimedAt,
      playerId,
    });
    await earnPoints(tx, [
      {
        tenantId,
        playerId,
        siteId: hall,
        unit: 'ticket',
        amount: tickets,
        key: `ticket-code:${id}`,
        kind: 'ticketCode',
        subject: { kind: 'ticketCode', id },
        remark: reason,
        at: claimedAt,
      },
    ]);
  }
}

const adjusted = [
  { name: '林小雨', amount: 100, reason: '排队太久，补偿积分' },
  { name: '张伟', amount: 50, reason: '生日赠送' },
  { name: '王美丽', amount: 1500, reason: '周年庆活动赠送' },
  { name: '陈思远', amount: 800, reason: '门店比赛奖励' },
];

async function seedAdjustments(tx: Tx, now: Date): Promise<void> {
  for (const { name, amount, reason } of adjusted) {
    const id = demoId(`point-adjustment:${name}`);
    const holder = { tenantId, playerId: idOf(name), siteId: hall, unit: 'point' } as const;
    const { before, after } = await adjustPoints(
      tx,
      {
        ...holder,
        amount,
        key: `points-adjusted:${id}`,
        subject: { kind: 'pointAdjustment', id },
        remark: reason,
        at: now,
      },
      1,
    );
    await insert(tx, scope, pointAdjustments, {
      id,
      createdAt: now,
      playerId: holder.playerId,
      siteId: hall,
      unit: 'point',
      amount,
      before,
      after,
      reason,
      ...manager,
      day: businessDay(now),
    });
  }
}

const part: DemoPart = {
  order: 100,
  async seed(tx, { clock }) {
    const now = clock.now();
    await seedRules(tx, now);
    await seedEarnings(tx, now);
    await seedTickets(tx, now);
    await seedAdjustments(tx, now);
  },
};

export default part;
