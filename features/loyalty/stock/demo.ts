import { type DemoShape, seedPictures } from '#features/base/uploads/server/public.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, update } from '#kit/server/tables.ts';
import { type Booker, bookDocument, type DocumentHead, type PlannedLine } from './server/book-document.ts';
import { goodClasses, goods, goodVariants, stockLevels, stockStores, stockSuppliers } from './tables.ts';

interface DemoGood {
  name: string;
  shape: DemoShape;
  category: string;
  groups?: string[];
  description: string;
  points?: number;
  tickets?: number;
  fen?: number;
  perPlayer?: number;
  perPlayerDay?: number;
  perDay?: number;
  unitCostFen: number;
  /** what a piece of the second delivery cost */
  dearerFen?: number;
  /** name, barcode and how many came into the warehouse */
  variants: [name: string, barcode: string, received: number][];
  off?: boolean;
}

const demoGoods: DemoGood[] = [
  {
    name: '小熊抱枕',
    shape: 'plush',
    category: '毛绒玩具',
    groups: ['新品推荐'],
    description: '短绒面料，软乎乎的小熊，可拆洗。',
    points: 1200,
    unitCostFen: 1650,
    variants: [
      ['浅棕', '6970000100018', 60],
      ['奶白', '6970000100025', 40],
    ],
  },
  {
    name: '胖达手机支架',
    shape: 'gadget',
    category: '数码配件',
    groups: ['热门兑换'],
    description: '桌面折叠支架，手机平板都能放。',
    points: 600,
    perPlayer: 2,
    unitCostFen: 780,
    dearerFen: 820,
    variants: [['', '6970000100032', 120]],
  },
  {
    name: '迷你风扇',
    shape: 'gadget',
    category: '数码配件',
    description: 'USB 充电，三档风，充满可用一下午。',
    points: 900,
    fen: 500,
    unitCostFen: 1320,
    variants: [
      ['薄荷绿', '6970000100049', 30],
      ['樱花粉', '6970000100056', 30],
    ],
  },
  {
    name: '周末电影杯',
    shape: 'cup',
    category: '生活用品',
    groups: ['热门兑换', '新品推荐'],
    description: '双层保温杯，350 毫升，带提绳。',
    tickets: 300,
    perPlayerDay: 1,
    perDay: 20,
    unitCostFen: 1490,
    variants: [['', '6970000100063', 48]],
  },
  {
    name: '盲盒小队',
    shape: 'box',
    category: '毛绒玩具',
    description: '一套六款，随机一款，不挑款。',
    points: 800,
    tickets: 50,
    unitCostFen: 1120,
    variants: [['', '6970000100070', 72]],
  },
  {
    name: '卡通钥匙扣',
    shape: 'ring',
    category: '生活用品',
    description: '软胶钥匙扣，四款随机发。',
    tickets: 60,
    unitCostFen: 210,
    variants: [['', '6970000100087', 200]],
    off: true,
  },
  {
    name: '星光帆布袋',
    shape: 'box',
    category: '生活用品',
    description: '加厚帆布，装得下一整天抓到的娃娃。',
    fen: 2900,
    unitCostFen: 960,
    variants: [
      ['米白', '6970000100094', 45],
      ['墨绿', '6970000100100', 45],
    ],
  },
  {
    name: '晚安小熊',
    shape: 'plush',
    category: '毛绒玩具',
    description: '30 厘米，抱着睡刚刚好，可机洗。',
    fen: 5900,
    perPlayer: 3,
    unitCostFen: 2350,
    variants: [['', '6970000100117', 36]],
  },
  {
    name: '娃娃收纳盒',
    shape: 'box',
    category: '生活用品',
    description: '透明盒盖，可以叠放，抓到的娃娃不落灰。',
    fen: 1990,
    unitCostFen: 640,
    variants: [['', '6970000100124', 60]],
  },
];

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const userId = demoId('user:merchant');
const userName = '陈立新';
const categories = [...new Set(demoGoods.map(({ category }) => category))];
const groups = ['新品推荐', '热门兑换'];
const classId = (kind: string, name: string) => demoId(`good ${kind}:${name}`);
const goodId = (good: DemoGood) => demoId(`good:${good.name}`);
const variantId = (good: DemoGood, place: number) => demoId(`good variant:${good.name}:${place}`);
const warehouse = demoId('stock store:warehouse');
const shop = demoId('stock store:shop');
const supplier = demoId('stock supplier:1');

async function seedPlaces(tx: Tx, at: Date): Promise<void> {
  await insert(tx, scope, stockStores, [
    { id: warehouse, createdAt: at, kind: 'warehouse', name: '浦东总仓', address: '川沙路 518 号 3 号库' },
    {
      id: shop,
      createdAt: new Date(at.getTime() + hourMs),
      kind: 'shop',
      name: '星光店前台',
      siteId: demoId('site:merchant:1'),
      contact: '陈嘉怡',
      phone: '13800000021',
    },
  ]);
  await insert(tx, scope, stockSuppliers, {
    id: supplier,
    createdAt: at,
    name: '义乌优趣礼品',
    contact: '吴经理',
    phone: '13800000061',
    address: '义乌国际商贸城二区',
    note: '周三、周六发货',
  });
}

async function seedGoods(tx: Tx, services: Services, at: Date): Promise<void> {
  const classes = [
    ...categories.map((name, index) => ({ kind: 'category' as const, name, sort: index + 1 })),
    ...groups.map((name, index) => ({ kind: 'group' as const, name, sort: index + 1 })),
  ];
  await insert(
    tx,
    scope,
    goodClasses,
    classes.map((one) => ({ ...one, id: classId(one.kind, one.name), createdAt: at })),
  );
  const pictures = await seedPictures(tx, services, { tenantId, userId }, demoGoods);
  await insert(
    tx,
    scope,
    goods,
    demoGoods.map((good, index) => ({
      id: goodId(good),
      createdAt: new Date(at.getTime() - index * hourMs),
      name: good.name,
      categoryId: classId('category', good.category),
      groupIds: (good.groups ?? []).map((name) => classId('group', name)),
      pictures: [pictures[index]!],
      description: good.description,
      pricePoints: good.points ?? 0,
      priceTickets: good.tickets ?? 0,
      priceFen: good.fen ?? 0,
      perPlayer: good.perPlayer ?? null,
      perPlayerDay: good.perPlayerDay ?? null,
      perDay: good.perDay ?? null,
      onShelf: !good.off,
      shelfFrom: null,
      shelfUntil: null,
      allShops: true,
      storeIds: [],
    })),
  );
  await insert(
    tx,
    scope,
    goodVariants,
    demoGoods.flatMap((good) =>
      good.variants.map(([name, barcode], place) => ({
        id: variantId(good, place),
        createdAt: at,
        goodId: goodId(good),
        name,
        barcode,
        sort: place + 1,
        lastCostFen: good.dearerFen ?? good.unitCostFen,
      })),
    ),
  );
}

type Plan = (good: DemoGood, place: number, line: { variantId: string; place: number }) => PlannedLine[];

/** Lines of a document, of every variant for which the plan has any. */
const linesBy = (plan: Plan): PlannedLine[] =>
  demoGoods
    .flatMap((good) => good.variants.map((_, place) => ({ good, place })))
    .flatMap(({ good, place }, index) =>
      plan(good, place, { variantId: variantId(good, place), place: index }),
    );

/** Two deliveries, a load for the shop, and a count that finds one missing and one too many. */
async function seedDocuments(tx: Tx, now: number): Promise<void> {
  const book = (daysAgo: number, head: Omit<DocumentHead, keyof Booker>, lines: PlannedLine[]) =>
    bookDocument(tx, tenantId, { ...head, userId, userName, at: new Date(now - daysAgo * dayMs) }, lines);
  await book(
    9,
    { kind: 'receipt', storeId: warehouse, supplierId: supplier, note: '首批到货' },
    linesBy(({ variants, unitCostFen }, place, line) => [
      {
        ...line,
        storeId: warehouse,
        unitCostFen,
        move: { how: 'in', pieces: variants[place]![2], unitCostFen },
      },
    ]),
  );
  await book(
    8,
    { kind: 'transfer', storeId: warehouse, toStoreId: shop, note: '门店首次铺货' },
    linesBy(({ variants }, place, line) => {
      const pieces = Math.floor(variants[place]![2] / 3);
      return [
        { ...line, storeId: warehouse, move: { how: 'out', pieces, of: 'free' } },
        { ...line, storeId: shop, move: { how: 'arrives', pieces } },
      ];
    }),
  );
  await book(
    2,
    { kind: 'receipt', storeId: warehouse, supplierId: supplier, note: '补货，进价上调' },
    linesBy((good, _, line) =>
      good.dearerFen
        ? [
            {
              ...line,
              storeId: warehouse,
              unitCostFen: good.dearerFen,
              move: { how: 'in', pieces: 60, unitCostFen: good.dearerFen },
            },
          ]
        : [],
    ),
  );
  const [first, second, third] = demoGoods as [DemoGood, DemoGood, DemoGood];
  await book(1, { kind: 'count', storeId: shop, note: '周末盘点' }, [
    {
      place: 0,
      storeId: shop,
      variantId: variantId(first, 0),
      move: { how: 'counted', counted: 19, lastCostFen: 0 },
    },
    {
      place: 1,
      storeId: shop,
      variantId: variantId(second, 0),
      move: { how: 'counted', counted: 40, lastCostFen: 0 },
    },
    {
      place: 2,
      storeId: shop,
      variantId: variantId(third, 0),
      move: { how: 'counted', counted: 11, lastCostFen: 0 },
    },
  ]);
}

/** Where few are left the shop is told. */
async function seedAlarms(tx: Tx): Promise<void> {
  await update(tx, scope, stockLevels, { storeId: shop }, { alarmThreshold: 12 });
}

const demoStock: DemoPart = {
  order: 56,
  async seed(tx, services) {
    const now = services.clock.now().getTime();
    const opened = new Date(now - 10 * dayMs);
    await seedPlaces(tx, opened);
    await seedGoods(tx, services, opened);
    await seedDocuments(tx, now);
    await seedAlarms(tx);
  },
};
export default demoStock;
