import { followGoods } from '#features/loyalty/handover/server/public.ts';
import { onPayments } from '#features/money/payments/server/public.ts';
import { createOrder, hearPaid } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { draftGoods } from './server/draft-order.ts';

const tenantId = demoTenants.merchant;
const siteId = demoId('site:merchant:1');

/** The shop as it was yesterday, with what it needs to sell goods. */
function yesterday(services: Services): Services {
  const past: Services = {
    ...services,
    clock: { now: () => new Date(services.clock.now().getTime() - dayMs) },
  };
  followGoods(past);
  onPayments(past, { paid: (tx, payment) => hearPaid(tx, past, payment) });
  return past;
}

/** Somebody paid for a bag at the counter and comes for it later. */
async function seedOrder(tx: Tx, services: Services): Promise<void> {
  const playerId = demoId(`player:${demoPeople[3]?.openId}`);
  const buyer = { tenantId, siteId, device: null, playerId, now: services.clock.now(), ordering: true };
  const wish = {
    variantId: demoId('good variant:星光帆布袋:0'),
    pieces: 1,
    way: 'pickup' as const,
    totalFen: 2900,
  };
  await createOrder(tx, services, {
    ...(await draftGoods(tx, services, buyer, wish)),
    tenantId,
    siteId,
    payWay: 'counter',
    playerId,
    user: { id: demoId('user:manager'), name: '孙志强' },
  });
}

const part: DemoPart = {
  // before figures of members and shares are worked out
  order: 91,
  seed: (tx, services) => seedOrder(tx, yesterday(services)),
};

export default part;
