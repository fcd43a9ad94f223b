import { type DemoShape, seedPictures } from '#features/base/uploads/server/public.ts';
import {
  type DeviceView,
  listDemoFleet,
  sumCountersByDay,
} from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { stockedDeviceTypes } from './contract/records.ts';
import type { ProductType } from './contract/templates.ts';
import { type LaneEvent, lanePast, soldSince } from './demo/lane-past.ts';
import { countNeeds } from './server/count-needs.ts';
import { readLaneSettings } from './server/lane-settings.ts';
import { productTemplates, vendingLanes, vendingMovements, vendingVisits } from './tables.ts';

interface DemoProduct {
  shape: DemoShape;
  type: ProductType;
  name: string;
  englishName: string;
  brand: string;
  partnerNumber: string;
  priceFen: number;
  costFen: number;
  packingTip?: string;
  /** days from today; absent: does not spoil */
  producedDaysAgo?: number;
  expiresInDays?: number;
  usage?: string;
  instructions?: string;
}

/** Brands and goods are made up. */
const products: readonly DemoProduct[] = [
  {
    type: 'drink',
    name: '山泉水 550ml',
    shape: 'bottle',
    englishName: 'Spring water 550 ml',
    brand: '云岭',
    partnerNumber: 'YL-550',
    priceFen: 200,
    costFen: 90,
    packingTip: '瓶盖朝外，每格 8 瓶',
    producedDaysAgo: 60,
    expiresInDays: 300,
  },
  {
    type: 'drink',
    name: '蜜桃乌龙茶 500ml',
    shape: 'bottle',
    englishName: 'Peach oolong 500 ml',
    brand: '茶小满',
    partnerNumber: 'CXM-103',
    priceFen: 500,
    costFen: 260,
    packingTip: '瓶盖朝外，每格 8 瓶',
    producedDaysAgo: 90,
    expiresInDays: 180,
  },
  {
    type: 'drink',
    name: '海盐柠檬汽水 330ml',
    shape: 'can',
    englishName: 'Sea-salt lemon soda 330 ml',
    brand: '气泡岛',
    partnerNumber: 'QPD-07',
    priceFen: 500,
    costFen: 230,
    packingTip: '罐底朝里',
    producedDaysAgo: 120,
    expiresInDays: 240,
  },
  {
    type: 'snack',
    name: '原味薯片 60g',
    shape: 'bag',
    englishName: 'Potato crisps 60 g',
    brand: '田园客',
    partnerNumber: 'TYK-60',
    priceFen: 500,
    costFen: 280,
    packingTip: '袋口朝上，不要压紧',
    producedDaysAgo: 150,
    expiresInDays: 18,
  },
  {
    type: 'snack',
    name: '海苔夹心脆 32g',
    shape: 'bag',
    englishName: 'Seaweed crisp 32 g',
    brand: '海边小屋',
    partnerNumber: 'HB-32',
    priceFen: 500,
    costFen: 270,
    producedDaysAgo: 200,
    expiresInDays: -3,
  },
  {
    type: 'snack',
    name: '坚果能量棒 35g',
    shape: 'bar',
    englishName: 'Nut bar 35 g',
    brand: '田园客',
    partnerNumber: 'TYK-35',
    priceFen: 600,
    costFen: 320,
    producedDaysAgo: 40,
    expiresInDays: 220,
  },
  {
    type: 'toy',
    name: '星空盲盒 第二弹',
    shape: 'box',
    englishName: 'Starry blind box, series 2',
    brand: '玩趣社',
    partnerNumber: 'WQ-S2',
    priceFen: 3900,
    costFen: 1800,
    packingTip: '盒子正面朝外',
    instructions: '每盒随机一款，共 12 款，含 1 款隐藏款。',
  },
  {
    type: 'toy',
    name: '萌宠钥匙扣',
    shape: 'ring',
    englishName: 'Pet key ring',
    brand: '玩趣社',
    partnerNumber: 'WQ-K1',
    priceFen: 1500,
    costFen: 600,
  },
  {
    type: 'daily',
    name: '便携纸巾 3 包',
    shape: 'bar',
    englishName: 'Pocket tissues, 3 packs',
    brand: '柔絮',
    partnerNumber: 'RX-3',
    priceFen: 300,
    costFen: 120,
  },
  {
    type: 'beauty',
    name: '丝绒哑光口红 01',
    shape: 'lipstick',
    englishName: 'Velvet matte lipstick 01',
    brand: '花间',
    partnerNumber: 'HJ-L01',
    priceFen: 8900,
    costFen: 3200,
    packingTip: '竖直放入，盒盖朝上',
    producedDaysAgo: 200,
    expiresInDays: 700,
    usage: '由唇中向两侧均匀涂抹。',
    instructions: '如有不适请停止使用。',
  },
  {
    type: 'beauty',
    name: '水光唇釉 05',
    shape: 'lipstick',
    englishName: 'Water-gloss lip glaze 05',
    brand: '花间',
    partnerNumber: 'HJ-G05',
    priceFen: 7900,
    costFen: 2900,
    packingTip: '竖直放入，盒盖朝上',
    producedDaysAgo: 500,
    expiresInDays: 25,
    usage: '薄涂一层，抿匀即可。',
  },
];

const owners = { merchant: '陈立新', merchant2: '林晓彤' } as const;
type Owner = keyof typeof owners;

const dayFrom = (now: Date, days: number) => businessDay(new Date(now.getTime() + days * dayMs));
const templateId = (owner: Owner, index: number) => demoId(`product:${owner}:${index + 1}`);

async function addTemplates(tx: Tx, services: Services, owner: Owner, now: Date): Promise<void> {
  const tenantId = demoTenants[owner];
  const pictures = await seedPictures(tx, services, { tenantId, userId: demoId(`user:${owner}`) }, products);
  const list = products.map(({ shape: _, producedDaysAgo, expiresInDays, ...product }, index) => ({
    ...product,
    image: pictures[index],
    id: templateId(owner, index),
    // before the first day of which the demo tells
    createdAt: new Date(now.getTime() - (services.config.demoDays + 10) * dayMs - index * hourMs),
    warnDays: 30,
    productionDate: producedDaysAgo === undefined ? null : dayFrom(now, -producedDaysAgo),
    expiryDate: expiresInDays === undefined ? null : dayFrom(now, expiresInDays),
  }));
  await insert(tx, tenantScope(tenantId), productTemplates, list);
  const session = { userId: demoId(`user:${owner}`), tenantId, account: owner, name: owners[owner] };
  for (const template of list)
    await audit(
      tx,
      { session, address: '127.0.0.1' },
      {
        action: 'vending.createTemplate',
        entity: 'product',
        entityId: template.id,
        label: template.name,
        after: template,
      },
    );
}

/** Lipstick machines hold beauty, the others everything else, three lanes of each side by side. */
function productOf(type: string, position: number): number {
  const fitting = products.flatMap((product, index) =>
    (product.type === 'beauty') === (type === 'lipstick') ? [index] : [],
  );
  return fitting[Math.floor(position / 3) % fitting.length] as number;
}

/** In the morning three days ago, machine after machine. */
const roundAt = (now: Date, machine: number) =>
  new Date(startOfDay(dayFrom(now, -3)).getTime() + 10 * hourMs + Math.floor((machine * hourMs) / 2));

const wonAtMs = 20 * hourMs;

/** Prizes of lipstick machines, piece by piece on the day on which the machine counted them. */
async function prizesOf(tx: Tx, owner: Owner, now: Date, firstDay: string): Promise<Map<string, Date[]>> {
  const found = await sumCountersByDay(tx, tenantScope(demoTenants[owner]), {
    from: firstDay,
    to: businessDay(now),
    counters: ['prizesOut'],
  });
  const prizes = new Map<string, Date[]>();
  for (const { deviceId, day, amount } of found) {
    const at = new Date(Math.min(startOfDay(day).getTime() + wonAtMs, now.getTime()));
    prizes.set(deviceId, [...(prizes.get(deviceId) ?? []), ...Array.from({ length: amount }, () => at)]);
  }
  return prizes;
}

async function fillMachines(tx: Tx, owner: Owner, now: Date, days: number): Promise<void> {
  const scope = tenantScope(demoTenants[owner]);
  const fleet = await listDemoFleet(tx, scope);
  const devices = fleet.filter(({ type }) => (stockedDeviceTypes as readonly string[]).includes(type));
  const settings = await readLaneSettings(tx, scope, devices);
  const firstDay = dayFrom(now, 1 - days);
  const prizes = await prizesOf(tx, owner, now, firstDay);
  for (const [machine, device] of devices.entries()) {
    const filledAt = roundAt(now, machine);
    const lanes = (settings.get(device.deviceId) ?? []).map((setting, position) => {
      const index = productOf(device.type, position);
      return { ...setting, index, templateId: templateId(owner, index) };
    });
    if (lanes.length === 0) continue;
    const past =
      device.type === 'lipstick'
        ? lanePast(
            lanes.map(({ capacity }) => capacity),
            {
              visits: [new Date(startOfDay(firstDay).getTime() + machine * minuteMs), filledAt],
              prizes: prizes.get(device.deviceId) ?? [],
            },
          )
        : soldSince(lanes, machine, filledAt);
    await insert(
      tx,
      scope,
      vendingLanes,
      lanes.map(({ lane, templateId: held }, position) => ({
        id: demoId(`lane:${device.code}:${lane}`),
        deviceId: device.deviceId,
        lane,
        templateId: held,
        stock: past.stocks[position] as number,
        filledAt,
        // The machine hears of it when it first comes online.
        untold: true,
      })),
    );
    await writePast(tx, owner, device, lanes, past.events);
  }
  const ids = devices.map(({ deviceId }) => deviceId);
  await countNeeds(tx, demoTenants[owner], ids, now);
}

/** What was loaded within an hour was one visit. */
async function writePast(
  tx: Tx,
  owner: Owner,
  { deviceId, siteId }: DeviceView,
  lanes: readonly { lane: number; index: number; templateId: string }[],
  events: readonly LaneEvent[],
): Promise<void> {
  const scope = tenantScope(demoTenants[owner]);
  const mover = { userId: demoId(`user:${owner}`), userName: owners[owner] };
  const visits: { id: string; createdAt: Date; lastAt: Date }[] = [];
  const movements = events.map(({ kind, position, at, stockBefore, stockAfter }) => {
    const { lane, templateId: held, index } = lanes[position]!;
    const line = {
      id: newId(at.getTime()),
      createdAt: at,
      ...{ deviceId, siteId, lane, templateId: held, stockBefore, stockAfter },
      costFen: products[index]!.costFen,
      amount: Math.abs(stockAfter - stockBefore),
    };
    if (kind === 'sold') return { ...line, kind };
    let visit = visits.at(-1);
    if (!visit || at.getTime() - visit.lastAt.getTime() > hourMs) {
      visit = { id: newId(at.getTime()), createdAt: at, lastAt: at };
      visits.push(visit);
    }
    visit.lastAt = at;
    return { ...line, ...mover, kind, visitId: visit.id };
  });
  await insert(
    tx,
    scope,
    vendingVisits,
    visits.map((visit) => ({ ...visit, deviceId, siteId, ...mover })),
  );
  await insert(tx, scope, vendingMovements, movements);
}

const demoGoods: DemoPart = {
  order: 55,
  async seed(tx, services) {
    const now = services.clock.now();
    for (const owner of Object.keys(owners) as Owner[]) {
      await addTemplates(tx, services, owner, now);
      await fillMachines(tx, owner, now, services.config.demoDays);
    }
  },
};
export default demoGoods;
