import { eq } from 'drizzle-orm';
import { type DemoShape, seedPictures } from '#features/base/uploads/server/public.ts';
import { listDemoFleet, sumCountersByDay } from '#features/machines/devices/server/public.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { giftDeviceTypes } from './contract.ts';
import { recordMovements } from './server/record-movements.ts';
import { type PastPlacement, pastMovements } from './server/seed-movements.ts';
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
    costFen: 680,
    delivered: 240,
    alarmThreshold: 40,
  },
  { name: '垂耳兔抱枕', shape: 'plush', type: '毛绒玩具', costFen: 990, delivered: 180, alarmThreshold: 30 },
  {
    name: '胖达大号公仔',
    shape: 'plush',
    type: '毛绒玩具',
    costFen: 2600,
    delivered: 60,
    alarmThreshold: 20,
  },
  { name: '小鲨鱼挂件', shape: 'plush', type: '毛绒玩具', costFen: 360, delivered: 320, alarmThreshold: 60 },
  { name: '森林系列盲盒', shape: 'box', type: '盲盒', costFen: 1180, delivered: 150, alarmThreshold: 30 },
  { name: '宇航员盲盒', shape: 'box', type: '盲盒', costFen: 1250, delivered: 24, alarmThreshold: 30 },
  {
    name: '无线蓝牙耳机',
    shape: 'gadget',
    type: '数码配件',
    costFen: 1900,
    delivered: 80,
    alarmThreshold: 15,
  },
  { name: '迷你充电宝', shape: 'gadget', type: '数码配件', costFen: 1650, delivered: 12, alarmThreshold: 15 },
  {
    name: '星空小夜灯',
    shape: 'gadget',
    type: '数码配件',
    costFen: 780,
    delivered: 140,
    alarmThreshold: 20,
  },
  { name: '卡通发夹套装', shape: 'ring', type: '小饰品', costFen: 320, delivered: 400, alarmThreshold: 80 },
  { name: '动漫钥匙扣', shape: 'ring', type: '小饰品', costFen: 260, delivered: 400, alarmThreshold: 80 },
  { name: '变色保温杯', shape: 'cup', type: '小饰品', costFen: 1500, delivered: 0, alarmThreshold: 10 },
];
const merchant2Gifts: DemoGift[] = [
  { name: '旅行颈枕', shape: 'plush', type: '出行用品', costFen: 880, delivered: 90, alarmThreshold: 20 },
  { name: '高铁模型', shape: 'box', type: '模型', costFen: 1100, delivered: 45, alarmThreshold: 10 },
  { name: '小企鹅公仔', shape: 'plush', type: '毛绒玩具', costFen: 620, delivered: 6, alarmThreshold: 15 },
];

const owners = {
  merchant: { name: '陈立新', list: merchantGifts },
  merchant2: { name: '林晓彤', list: merchant2Gifts },
};

const capacity = 30;
const deviceThreshold = 6;

/** Prizes of each machine and day, by its own count: what fell is what was won. */
async function wonOf(tx: Tx, tenantId: string, now: Date, days: number) {
  const from = businessDay(new Date(now.getTime() - days * dayMs));
  const found = await sumCountersByDay(tx, tenantScope(tenantId), {
    from,
    to: businessDay(now),
    counters: ['prizesOut'],
  });
  return Map.groupBy(
    found.sort((one, other) => (one.day < other.day ? -1 : 1)),
    ({ deviceId }) => deviceId,
  );
}

/** Puts gifts into the machines one after another, the way a round of restocking does. */
async function fillDevices(
  tx: Tx,
  tenantId: string,
  stocks: { id: string; costFen: number; stock: number }[],
  won: ReadonlyMap<string, PastPlacement['won']>,
): Promise<PastPlacement[]> {
  const scope = tenantScope(tenantId);
  const devices = (await listDemoFleet(tx, scope)).filter((device) =>
    (giftDeviceTypes as readonly string[]).includes(device.type),
  );
  const places = devices.flatMap(({ deviceId, siteId }, index): PastPlacement[] => {
    // Every seventh machine waits for its first gift.
    if (index % 7 === 6) return [];
    const wanted = 20 + (index % 3) * 4;
    const inTurn = stocks.map((_, turn) => stocks[(index + turn) % stocks.length]!);
    const gift = inTurn.find(({ stock }) => stock >= wanted) ?? inTurn.find(({ stock }) => stock > 0);
    if (!gift) return [];
    const loaded = Math.min(wanted, gift.stock);
    gift.stock -= loaded;
    const stock = loaded - Math.min(loaded, (index * 5) % 23);
    const { id: giftId, costFen } = gift;
    return [{ giftId, costFen, deviceId, siteId, stock, capacity, won: won.get(deviceId) ?? [] }];
  });
  await insert(
    tx,
    scope,
    giftPlacements,
    places.map(({ deviceId, giftId, stock }) => ({
      id: demoId(`gift placement:${deviceId}`),
      deviceId,
      giftId,
      stock,
      capacity,
      alarmThreshold: deviceThreshold,
    })),
  );
  return places;
}

/** What the round took from the warehouse. */
async function setStocks(tx: Tx, tenantId: string, list: readonly { id: string; stock: number }[]) {
  for (const { id, stock } of list)
    await update(tx, tenantScope(tenantId), gifts, (gift) => eq(gift.id, id), { stock });
}

/** Gifts arrived before the first day of which the demo tells. */
const daysBefore = 5;
const atOnce = 3000;

const demoGifts: DemoPart = {
  // after the orders: plays that were paid by phone were won too
  order: 91,
  async seed(tx, services) {
    const now = services.clock.now();
    const days = services.config.demoDays + daysBefore;
    for (const [owner, { name, list }] of Object.entries(owners)) {
      const tenantId = demoTenants[owner as keyof typeof owners];
      const scope = tenantScope(tenantId);
      const userId = demoId(`user:${owner}`);
      const since = new Date(now.getTime() - days * dayMs);
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
        createdAt: new Date(since.getTime() - index * hourMs),
        typeId: typeId(type),
        stock: delivered,
      }));
      await insert(tx, scope, gifts, rows);
      for (const gift of rows)
        await audit(
          tx,
          { session: { userId, tenantId, account: owner, name }, address: '127.0.0.1' },
          { action: 'gifts.create', entity: 'gift', entityId: gift.id, label: gift.name, after: gift },
        );
      const places = await fillDevices(tx, tenantId, rows, await wonOf(tx, tenantId, now, days));
      const kept = rows.map((gift, index) => ({ ...gift, shelf: list[index]!.delivered }));
      const past = pastMovements(places, kept, { now, since, filler: { userId, userName: name } });
      for (let first = 0; first < past.length; first += atOnce)
        await recordMovements(tx, scope, past.slice(first, first + atOnce));
      await setStocks(tx, tenantId, rows);
    }
  },
};
export default demoGifts;
