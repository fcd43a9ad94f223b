import type { DeviceView } from '#features/machines/devices/server/public.ts';
import {
  type Buyer,
  deviceFulfilment,
  type Offer,
  type OfferSource,
  sellsGoods,
  stepsForCoins,
  takesCoins,
} from '#features/selling/orders/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { PackageRule } from '../contract/price-rules.ts';
import type { Price, PriceLine } from '../rules/price.ts';
import { holdPrices } from './card-savings.ts';
import { benefitsOf } from './levels.ts';
import { explainPrice, ownPrices, priceOf, takePrice, type Visit } from './offers.ts';
import { latestVersion } from './price-versions.ts';

/** Coins come out of a machine or go into it; stored value and points go into the player's account, wherever they are bought. */
export const isSoldHere = (
  { kind }: Pick<PackageRule, 'kind'>,
  device: Pick<DeviceView, 'type'> | null,
): boolean => kind !== 'coins' || (device !== null && takesCoins(device.type));

const visitOf = async (services: Services, reader: Reader, buyer: Buyer): Promise<Visit> => ({
  tenantId: buyer.tenantId,
  siteId: buyer.siteId,
  deviceId: buyer.device?.deviceId ?? null,
  device: buyer.device ?? undefined,
  playerId: buyer.playerId,
  ...(await benefitsOf(services, reader, { ...buyer, deviceType: buyer.device?.type ?? null })),
  now: buyer.now,
});

async function fulfilmentOf(
  reader: Reader,
  { kind, coins, bonusCoins, points }: PackageRule,
  device: Buyer['device'],
  amountFen: number,
): Promise<Pick<Offer, 'fulfilment' | 'asked'>> {
  const all = coins + bonusCoins;
  if (kind !== 'coins' || !device) return { fulfilment: { name: 'coins', plan: { coins: all, points } } };
  const steps = await stepsForCoins(reader, device, all, amountFen);
  return { fulfilment: { name: deviceFulfilment, plan: { steps } }, asked: all };
}

async function offerOf(
  reader: Reader,
  rule: PackageRule,
  { device, siteId }: Buyer,
  { totalFen }: Price,
): Promise<Offer> {
  return {
    id: rule.id,
    kind: 'package',
    title: rule.name,
    amountFen: totalFen,
    items: [{ name: rule.name, quantity: 1, amount: totalFen }],
    settlesTo: 'earnings',
    siteId,
    ...(await fulfilmentOf(reader, rule, device, totalFen)),
  };
}

type Say = (key: string, params?: Record<string, string | number>) => string;

/** One line of a price, as people read it. */
export const sayLine = ({ kind, name, basisPoints }: PriceLine, say: Say): string =>
  [
    say(`packages:line.${kind}`),
    name,
    basisPoints !== null && say('packages:example.percent', { percent: basisPoints / 100 }),
  ]
    .filter(Boolean)
    .join(' · ');

export const packageOffers = (services: Services): OfferSource => ({
  async find(tx, buyer, offerId) {
    const version = await latestVersion(tx, buyer.tenantId, buyer.siteId);
    const rule = version?.rules.packages.find(({ id }) => id === offerId);
    if (!rule) return undefined;
    if (!isSoldHere(rule, buyer.device)) throw invalid('packages:refused.notHere');
    if (rule.kind !== 'coins' && buyer.ordering && !buyer.playerId)
      throw invalid('packages:refused.needsPlayer');
    const wanted = { ...(await visitOf(services, tx, buyer)), choice: { packageId: offerId } };
    if (buyer.ordering) {
      const { price, keep } = await takePrice(tx, wanted);
      return { offer: await offerOf(tx, rule, buyer, price), keep };
    }
    const { price, refused } = await priceOf(tx, wanted);
    if (!price) throw invalid(`packages:refused.${refused}`);
    return { offer: await offerOf(tx, rule, buyer, price) };
  },
  async lower(tx, buyer) {
    // a card may lower goods: giving such a card back waits until this price is written
    if (buyer.ordering && buyer.playerId && buyer.device && sellsGoods(buyer.device.type))
      await holdPrices(tx, buyer.tenantId, buyer.playerId);
    const pricesOf = await ownPrices(tx, await visitOf(services, tx, buyer));
    return (sale) => {
      const lowered = pricesOf(sale);
      if (!lowered) return undefined;
      const { totalFen, parts = [totalFen] } = lowered.price;
      return { amountFen: totalFen, parts, keep: lowered.keep };
    };
  },
  async explain(reader, order, say) {
    const explained = await explainPrice(reader, order.tenantId, order.id);
    if (!explained) return undefined;
    return {
      version: explained.version?.number ?? null,
      lines: explained.lines.map((line) => ({ text: sayLine(line, say), amountFen: line.amountFen })),
    };
  },
});
