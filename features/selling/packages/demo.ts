import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { defaultPackages, plainPackage } from './rules/default-packages.ts';
import { writeVersion } from './server/price-versions.ts';
import { cashPackages, discounts, packages, priceTerms } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const soldAt = [1, 2];

async function seedSite(tx: Tx, site: number, createdAt: Date): Promise<void> {
  const siteId = demoId(`site:merchant:${site}`);
  for (const kind of ['coins', 'stored'] as const)
    for (const one of defaultPackages[kind])
      await insert(tx, scope, packages, {
        ...plainPackage,
        ...one,
        id: demoId(`package:${site}:${kind}:${one.priceFen}`),
        createdAt,
        siteId,
        kind,
        name: `${one.priceFen / 100}元${one.coins + one.bonusCoins}币`,
      });
}

/** What a busy hall adds to the defaults: something for newcomers, for one machine, for quiet mornings. */
async function seedExtras(tx: Tx, createdAt: Date): Promise<void> {
  const siteId = demoId('site:merchant:1');
  await insert(tx, scope, packages, [
    {
      ...plainPackage,
      id: demoId('package:newcomer'),
      createdAt,
      siteId,
      kind: 'coins',
      name: '新客 9.9 元尝鲜',
      priceFen: 990,
      coins: 10,
      bonusCoins: 5,
      audience: 'first',
    },
    {
      ...plainPackage,
      id: demoId('package:points'),
      createdAt,
      siteId,
      kind: 'points',
      name: '50元550积分',
      priceFen: 5000,
      coins: 0,
      bonusCoins: 0,
      points: 550,
    },
    {
      ...plainPackage,
      id: demoId('package:stored-points'),
      createdAt,
      siteId,
      kind: 'stored',
      name: '储值 200 元送 30 币',
      priceFen: 20_000,
      coins: 200,
      bonusCoins: 30,
      points: 200,
    },
    {
      ...plainPackage,
      id: demoId('package:machine'),
      createdAt,
      siteId,
      deviceId: demoId('device:CX10001'),
      kind: 'coins',
      name: '整盘 30 元 36 币',
      priceFen: 3000,
      coins: 30,
      bonusCoins: 6,
      discountable: true,
    },
  ]);
  await insert(tx, scope, discounts, {
    id: demoId('discount:mornings'),
    createdAt,
    siteId,
    name: '工作日上午优惠',
    basisPoints: 9000,
    things: ['coins'],
    withLevel: false,
    active: true,
    fromDay: null,
    toDay: null,
    hours: [{ days: [1, 2, 3, 4, 5], period: '10:00-12:00' }],
  });
  await insert(tx, scope, cashPackages, {
    id: demoId('cash-package:20'),
    createdAt,
    siteId,
    yuan: 20,
    bonusCoins: 2,
  });
  await insert(tx, scope, priceTerms, { id: siteId, rounding: 'jiao' });
}

const demoPackages: DemoPart = {
  order: 45,
  async seed(tx, { clock }) {
    const createdAt = new Date(clock.now().getTime() - 15 * dayMs);
    for (const site of soldAt) await seedSite(tx, site, createdAt);
    await seedExtras(tx, createdAt);
    for (const site of soldAt)
      await writeVersion(tx, {
        tenantId,
        siteId: demoId(`site:merchant:${site}`),
        byName: '陈立新',
        now: createdAt,
      });
  },
};
export default demoPackages;
