import { eq } from 'drizzle-orm';
import { listDemoFleet } from '#features/devices/server/public.ts';
import { type DemoShape, seedPictures } from '#features/uploads/server/public.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { giftDeviceTypes } from './contract.ts';
import { type Movement, type Mover, recordMovements } from './server/record-movements.ts';
import { giftPlacements, gifts, giftTypes } from './tables.ts';

interface DemoGift {
  name: string;
  shape: DemoShape;
  type: string;
  costFen: number;
  delivered: number;
  alarmThreshold: number;
}

const merchantGifts: DemoGift[] = [
  {
    name: '草莓小熊公仔',
    shape: 'plush',
    type: '毛绒玩具',
    costFen: 1280,
    delivered: 240,
    alarmThreshold: 40,
  },
  { name: '垂耳兔抱枕', shape: 'plush', type: '毛绒玩具', costFen: 1850, delivered: 180, alarmThreshold: 30 },
  {
    name: '胖达大号公仔',
    shape: 'plush',
    type: '毛绒玩具',
    costFen: 3600,
    delivered: 60,
    alarmThreshold: 20,
  },
  { name: '小鲨鱼挂件', shape: 'plush', type: '毛绒玩具', costFen: 560, delivered: 320, alarmThreshold: 60 },
  { name: '森林系列盲盒', shape: 'box', type: '盲盒', costFen: 2100, delivered: 150, alarmThreshold: 30 },
  { name: '宇航员盲盒', shape: 'box', type: '盲盒', costFen: 2450, delivered: 24, alarmThreshold: 30 },
  {
    name: '无线蓝牙耳机',
    shape: 'gadget',
    type: '数码配件',
    costFen: 4900,
    delivered: 80,
    alarmThreshold: 15,
  },
  { name: '迷你充电宝', shape: 'gadget', type: '数码配件', costFen: 3200, delivered: 12, alarmThreshold: 15 },
  {
    name: '星空小夜灯',
    shape: 'gadget',
    type: '数码配件',
    costFen: 1680,
    delivered: 140,
    alarmThreshold: 20,
  },
  { name: '卡通发夹套装', shape: 'ring', type: '小饰品', costFen: 320, delivered: 400, alarmThreshold: 80 },
  { name: '动漫钥匙扣', shape: 'ring', type: '小饰品', costFen: 260, delivered: 400, alarmThreshold: 80 },
  { name: '变色保温杯', shape: 'cup', type: '小饰品', costFen: 1500, delivered: 0, alarmThreshold: 10 },
];
const merchant2Gifts: DemoGift[] = [
  { name: '旅行颈枕', shape: 'plush', type: '出行用品', costFen: 1200, delivered: 90, alarmThreshold: 20 },
  { name: '高铁模型', shape: 'box', type: '模型', costFen: 2600, delivered: 45, alarmThreshold: 10 },
  { name: '小企鹅公仔', shape: 'plush', type: '毛绒玩具', costFen: 980, delivered: 6, alarmThreshold: 15 },
];

const owners = {
  merchant: { name: '陈立新', list: merchantGifts },
  merchant2: { name: '林晓彤', list: merchant2Gifts },
};

const capacity = 30;
const deviceThreshold = 6;
const daysSinceRound = 3;

/** Prizes of a machine fall on each of the days since it was filled, about as many on one as on another. */
function fallen(won: number): { amount: number; left: number; after: number }[] {
  return Array.from({ length: daysSinceRound }, (_, day) => {
    const before = Math.floor((won * day) / daysSinceRound);
    const until = Math.floor((won * (day + 1)) / daysSinceRound);
    return { amount: until - before, left: won - until, after: day * dayMs + 20 * hourMs };
  }).filter(({ amount }) => amount > 0);
}

/** Loads the devices one gift after another, the way a round of restocking does, and lets some prizes fall. */
async function fillDevices(
  tx: Tx,
  tenantId: string,
  mover: Mover,
  stocks: { id: string; costFen: number; stock: number }[],
): Promise<void> {
  const scope = tenantScope(tenantId);
  const devices = (await listDemoFleet(tx, scope)).filter((device) =>
    (giftDeviceTypes as readonly string[]).includes(device.type),
  );
  const movements: (Movement & Mover)[] = [];
  for (const [index, device] of devices.entries()) {
    // Every seventh machine waits for its first gift.
    if (index % 7 === 6) continue;
    const gift = stocks[index % stocks.length]!;
    const loaded = Math.min(20 + (index % 3) * 4, gift.stock);
    if (loaded === 0) continue;
    const won = Math.min(loaded, (index * 5) % 23);
    const place = {
      giftId: gift.id,
      costFen: gift.costFen,
      deviceId: device.deviceId,
      siteId: device.siteId,
    };
    movements.push({
      ...mover,
      ...place,
      kind: 'load',
      amount: loaded,
      stock: { before: gift.stock, after: gift.stock - loaded },
      deviceStock: { before: 0, after: loaded },
    });
    for (const { amount, left, after } of fallen(won)) {
      const stock = loaded - won + left;
      movements.push({
        ...place,
        userId: null,
        userName: null,
        at: new Date(mover.at.getTime() + after),
        kind: 'won',
        amount,
        deviceStock: { before: stock + amount, after: stock },
      });
    }
    gift.stock -= loaded;
    await insert(tx, scope, giftPlacements, {
      id: demoId(`gift placement:${device.deviceId}`),
      deviceId: device.deviceId,
      giftId: gift.id,
      stock: loaded - won,
      capacity,
      alarmThreshold: deviceThreshold,
    });
  }
  await recordMovements(tx, scope, movements);
}

/** What the round took from the warehouse. */
async function setStocks(tx: Tx, tenantId: string, list: readonly { id: string; stock: number }[]) {
  for (const { id, stock } of list)
    await update(tx, tenantScope(tenantId), gifts, (gift) => eq(gift.id, id), { stock });
}

const demoGifts: DemoPart = {
  order: 50,
  async seed(tx, services) {
    const now = services.clock.now().getTime();
    for (const [owner, { name, list }] of Object.entries(owners)) {
      const tenantId = demoTenants[owner as keyof typeof owners];
      const scope = tenantScope(tenantId);
      const userId = demoId(`user:${owner}`);
      const delivery: Mover = { userId, userName: name, at: new Date(now - 12 * dayMs) };
      const typeNames = [...new Set(list.map((gift) => gift.type))];
      const typeId = (type: string) => demoId(`gift type:${owner}:${type}`);
      await insert(
        tx,
        scope,
        giftTypes,
        typeNames.map((type, index) => ({ id: typeId(type), name: type, sort: index + 1 })),
      );
      const pictures = await seedPictures(tx, services, { tenantId, userId }, list);
      const rows = list.map(({ type, shape: _, delivered, ...gift }, index) => ({
        ...gift,
        picture: pictures[index],
        id: demoId(`gift:${owner}:${index + 1}`),
        createdAt: new Date(delivery.at.getTime() - index * hourMs),
        typeId: typeId(type),
        stock: delivered,
      }));
      await insert(tx, scope, gifts, rows);
      await recordMovements(
        tx,
        scope,
        rows
          .filter((gift) => gift.stock > 0)
          .map((gift) => ({
            ...delivery,
            giftId: gift.id,
            kind: 'in' as const,
            amount: gift.stock,
            costFen: gift.costFen,
            stock: { before: 0, after: gift.stock },
          })),
      );
      for (const gift of rows)
        await audit(
          tx,
          { session: { userId, tenantId, account: owner, name }, address: '127.0.0.1' },
          { action: 'gifts.create', entity: 'gift', entityId: gift.id, label: gift.name, after: gift },
        );
      const round: Mover = { ...delivery, at: new Date(now - daysSinceRound * dayMs) };
      await fillDevices(tx, tenantId, round, rows);
      await setStocks(tx, tenantId, rows);
    }
  },
};
export default demoGifts;
