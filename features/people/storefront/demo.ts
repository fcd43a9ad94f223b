import { toString as drawQr } from 'qrcode';
import { seedPictures } from '#features/base/uploads/server/public.ts';
import { addDays, businessDay, dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { banners } from './demo/banners.ts';
import { fanGroups, slides } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const owner = { tenantId, userId: demoId('user:manager') };
const siteOf = (number: number) => demoId(`site:merchant:${number}`);

/** What a hall shows its players: something always, something this week at one shop, something that comes. */
async function seedSlides(tx: Tx, services: Services, today: string): Promise<void> {
  const [claw, coins, night] = await seedPictures(tx, services, owner, [
    { name: 'slide-claw', svg: banners.claw },
    { name: 'slide-coins', svg: banners.coins },
    { name: 'slide-night', svg: banners.night },
  ]);
  const createdAt = new Date(services.clock.now().getTime() - 9 * dayMs);
  const plain = { createdAt, siteId: null, enabled: true, page: null, address: null };
  const list = [
    { name: '新公仔上架', image: claw!, link: 'page', page: 'cards', fromDay: null, toDay: null },
    {
      ...({ name: '充值多送币', image: coins!, link: 'page', page: 'buy' } as const),
      ...{ siteId: siteOf(1), fromDay: addDays(today, -5), toDay: addDays(today, 20) },
    },
    {
      ...({ name: '周末夜场', image: night!, link: 'none' } as const),
      ...{ fromDay: addDays(today, 6), toDay: addDays(today, 13) },
    },
  ] as const;
  await insert(
    tx,
    scope,
    slides,
    list.map((slide, place) => ({
      ...plain,
      ...slide,
      id: demoId(`slide:${slide.name}`),
      sort: place + 1,
    })),
  );
}

async function seedGroups(tx: Tx, services: Services, today: string): Promise<void> {
  const groups = [
    { number: 1, name: '星光玩家群', days: 5 },
    { number: 2, name: '城西抓娃娃群', days: 1 },
  ];
  const pictures = await seedPictures(
    tx,
    services,
    owner,
    await Promise.all(
      groups.map(async ({ number }) => ({
        name: `fan-group-${number}`,
        svg: await drawQr(`coinyard demo group ${number}`, { type: 'svg', margin: 2, width: 480 }),
      })),
    ),
  );
  await insert(
    tx,
    scope,
    fanGroups,
    groups.map(({ number, name, days }, place) => ({
      id: demoId(`fan-group:${number}`),
      createdAt: new Date(services.clock.now().getTime() - 2 * dayMs),
      siteId: siteOf(number),
      name,
      intro: '上新提醒、群内优惠，卡币找店长。',
      qr: pictures[place]!,
      endsOn: addDays(today, days),
    })),
  );
}

const part: DemoPart = {
  order: 46,
  async seed(tx, services) {
    const today = businessDay(services.clock.now());
    await seedSlides(tx, services, today);
    await seedGroups(tx, services, today);
  },
};

export default part;
