import { seedPictures } from '#features/base/uploads/server/public.ts';
import { onPayments } from '#features/money/payments/server/public.ts';
import { createOrder, hearPaid, registerFulfilment } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { CardTerms } from './contract/terms.ts';
import { byCard } from './server/refund-card.ts';
import { cardFulfilment, cardOffers } from './server/sell-cards.ts';
import { cardPackages, cardTypes } from './tables.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId);
const manager = { id: demoId('user:manager'), name: '孙志强' };
const siteOf = (number: number) => demoId(`site:merchant:${number}`);

const plain: CardTerms = {
  days: 30,
  starts: 'purchase',
  dailyPlays: 0,
  dailyCoins: 0,
  basisPoints: null,
  withOthers: false,
  siteIds: [],
  deviceTypes: [],
  hours: [],
};

/** What a hall sells to those who come often. The card for families holds at one shop, where one is sold already. */
const types = [
  {
    name: '畅玩月卡',
    intro: '娃娃机每天免费玩 3 次，天天来天天玩。',
    priceFen: 9900,
    stock: 500,
    perPlayer: null,
    terms: { ...plain, dailyPlays: 3, deviceTypes: ['claw'] },
  },
  {
    name: '领币周卡',
    intro: '每天到手机上领 10 个币，一周 70 个。',
    priceFen: 4900,
    stock: null,
    perPlayer: 4,
    terms: { ...plain, days: 7, starts: 'firstUse', dailyCoins: 10 },
  },
  {
    name: '亲子季卡',
    intro: '每天玩 2 次，买套餐九折。',
    priceFen: 16_800,
    stock: 100,
    perPlayer: 1,
    terms: { ...plain, days: 90, dailyPlays: 2, basisPoints: 9000, siteIds: [siteOf(4)] },
  },
] satisfies readonly { terms: CardTerms; [field: string]: unknown }[];

async function seedTypes(tx: Tx, services: Services, createdAt: Date): Promise<void> {
  const drawn = types.map(({ name }) => ({ name, shape: 'card' as const }));
  const images = await seedPictures(tx, services, { tenantId, userId: manager.id }, drawn);
  for (const [index, { name, ...type }] of types.entries())
    await insert(tx, scope, cardTypes, {
      ...type,
      id: demoId(`card-type:${name}`),
      createdAt,
      name,
      image: images[index]!,
      onSale: true,
    });
  await insert(tx, scope, cardPackages, {
    id: demoId('card-package:month'),
    createdAt,
    typeId: demoId('card-type:畅玩月卡'),
    name: '月卡加 50 币',
    priceFen: 13_900,
    coins: 50,
    active: true,
  });
}

const soldDaysAgo = 5;

/** The shop as it was some days ago, with what it needs to sell a card. */
function pastShop(services: Services): Services {
  const now = () => new Date(services.clock.now().getTime() - soldDaysAgo * dayMs);
  const past: Services = { ...services, clock: { now } };
  registerFulfilment(past, cardFulfilment, byCard(now));
  onPayments(past, { paid: (tx, payment) => hearPaid(tx, past, payment) });
  return past;
}

/** Somebody paid for it at the counter. */
async function seedSale(tx: Tx, services: Services): Promise<void> {
  const playerId = demoId(`player:${demoPeople[0]?.openId}`);
  const siteId = siteOf(4);
  const found = await cardOffers.find(
    tx,
    { tenantId, siteId, device: null, playerId, now: services.clock.now(), ordering: true },
    demoId('card-type:亲子季卡'),
  );
  if (!found) throw new Error('the demo sells no card');
  const { kind, amountFen, items, fulfilment, settlesTo } = found.offer;
  await createOrder(tx, services, {
    tenantId,
    siteId,
    kind,
    payWay: 'counter',
    amount: amountFen,
    items,
    fulfilment,
    settlesTo,
    playerId,
    user: manager,
    keepPrice: found.keep,
  });
}

const part: DemoPart = {
  // before figures of members and shares are worked out
  order: 91,
  async seed(tx, services) {
    await seedTypes(tx, services, new Date(services.clock.now().getTime() - 15 * dayMs));
    await seedSale(tx, pastShop(services));
  },
};

export default part;
