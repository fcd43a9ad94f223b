import { siteHours } from '#features/base/sites/server/public.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { playerScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, insertMany } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { claimTask } from './server/claim-task.ts';
import { bookRecycling } from './server/recycle-gift.ts';
import { redeemVoucher } from './server/redeem-voucher.ts';
import { codeOf, hashOf } from './server/voucher-codes.ts';
import { recycleGifts, recyclePaths, rewardTasks, voucherBatches, vouchers } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const hall = demoId('site:merchant:1');
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);
const manager = { userId: demoId('user:manager'), userName: '孙志强' };

const usual = { title: '', period: 'day', goal: 1, unit: 'point', active: true } as const;
const signIn = demoId('reward-task:signIn');

async function seedTasks(tx: Tx, now: number): Promise<void> {
  const createdAt = new Date(now - 6 * dayMs);
  const seven = { streakDays: 7, streakBonus: 30 };
  const kinds = [
    { ...usual, kind: 'signIn', amount: 5, budget: 50_000, ...seven },
    { ...usual, kind: 'play', goal: 3, amount: 10, dayBudget: 2000 },
    { ...usual, kind: 'spend', period: 'week', goal: 5000, amount: 50 },
    { ...usual, kind: 'share', period: 'week', goal: 2, amount: 20 },
    { ...usual, kind: 'invite', period: 'month', amount: 100, budget: 20_000 },
    { ...usual, kind: 'profile', period: 'once', amount: 30 },
  ] as const;
  for (const task of kinds)
    await insert(tx, scope, rewardTasks, { ...task, id: demoId(`reward-task:${task.kind}`), createdAt });
  for (const [name, days] of [['林小雨', 3] as const, ['张伟', 1] as const])
    for (let ago = days; ago > 0; ago--)
      await claimTask(tx, {
        taskId: signIn,
        siteId: hall,
        playerId: idOf(name),
        now: new Date(now - ago * dayMs),
      });
}

const batchId = demoId('voucher-batch:opening');
const voucherId = (number: number) => demoId(`voucher:opening:${number}`);
const pieces = 30;

/** Handed out at the door; one of them was brought. */
async function seedVouchers(tx: Tx, { secrets }: Services, now: number): Promise<void> {
  const createdAt = new Date(now - 3 * dayMs);
  await insert(tx, scope, voucherBatches, {
    ...{ id: batchId, createdAt, name: '周年店庆积分券', siteId: hall, value: 'point', amount: 50, pieces },
    ...{
      expiresAt: new Date(now + 30 * dayMs),
      perPlayer: 1,
      ...manager,
      day: businessDay(createdAt),
    },
  });
  const hashes = Array.from({ length: pieces }, (_, place) =>
    hashOf(secrets, codeOf(secrets, voucherId(place + 1))),
  );
  await insertMany(
    tx,
    scope,
    vouchers,
    hashes.map((codeHash, place) => ({
      id: voucherId(place + 1),
      batchId,
      siteId: hall,
      number: place + 1,
      codeHash,
    })),
  );
  await redeemVoucher(tx, playerScope(idOf('王美丽')), {
    codeHash: hashes[0] as string,
    tryId: batchId,
    now: new Date(now - 5 * hourMs),
  });
}

/** Plush toys come back at the front desk and go to the shop of the points store. */
async function seedRecycling(tx: Tx, at: number): Promise<void> {
  const createdAt = new Date(at - 5 * dayMs);
  const [path] = await insert(tx, scope, recyclePaths, {
    ...{ id: demoId('recycle-path:desk'), createdAt, name: '前台回收', siteId: hall },
    storeId: demoId('stock store:shop'),
    ...{ perDay: 5, days: 30, onlyWon: false, needsSerial: false },
  });
  const [rule] = await insert(tx, scope, recycleGifts, {
    ...{ id: demoId('recycle-gift:1'), createdAt, giftId: demoId('gift:merchant:1'), active: true },
    variantId: demoId('good variant:小熊抱枕:0'),
    points: 80,
  });
  const now = new Date(at - 4 * hourMs);
  const site = (await siteHours(tx, scope, [hall])).get(hall);
  if (!path || !rule || !site) return;
  const playerId = idOf('陈思远');
  const day = siteDay(site, now);
  await bookRecycling(tx, { path, rule, playerId, pieces: 1, serials: [], user: manager, day, now });
}

const part: DemoPart = {
  order: 101,
  async seed(tx, services) {
    const now = services.clock.now().getTime();
    await seedTasks(tx, now);
    await seedVouchers(tx, services, now);
    await seedRecycling(tx, now);
  },
};

export default part;
