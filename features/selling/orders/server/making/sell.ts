import { type SiteTerms, siteTerms } from '#features/base/sites/server/public.ts';
import { type DeviceView, findDevice, findDeviceByCode } from '#features/machines/devices/server/public.ts';
import { walletForSale } from '#features/money/wallet/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { defaultLanguage } from '#kit/kernel/language.ts';
import type { Say } from '#kit/server/context.ts';
import { inStep, type Reader, type Tx } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { isPassWay, type PayWay } from '../../contract/kinds.ts';
import { itemName } from '../../rules/order-names.ts';
import { deviceFulfilment, requireSelling } from '../delivering/device-fulfilment.ts';
import { findOffer, lowerPrice } from '../registry.ts';
import type { Buyer, NewOrder, OwnSale } from '../registry-types.ts';
import { type Priced, parseLanes, priceForDevice, sellsGoods, sellsPlays } from './pricing.ts';

/** What stands in a call for something of a machine. */
export interface SaleInput {
  packageId?: string | undefined;
  number?: number | undefined;
  amountFen?: number | undefined;
  lanes?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Players scan the printed code; pages of ours may know the id. */
export async function scannedDevice(reader: Reader, text: string): Promise<DeviceView> {
  if (uuid.test(text)) return findDevice(reader, platformScope, text);
  const found = await findDeviceByCode(reader, text);
  if (!found) throw missing('orders:error.unknownMachine');
  return found;
}

export async function requireOpenSite(reader: Reader, scope: Scope, siteId: string): Promise<SiteTerms> {
  const terms = await siteTerms(reader, scope, siteId);
  if (!terms) throw missing();
  if (!terms.enabled) throw invalid('orders:error.siteClosed');
  return terms;
}

type Draft = Pick<
  NewOrder,
  | 'tenantId'
  | 'kind'
  | 'siteId'
  | 'device'
  | 'payWay'
  | 'amount'
  | 'items'
  | 'fulfilment'
  | 'settlesTo'
  | 'asked'
  | 'walletId'
  | 'sharesBalances'
  | 'keepPrice'
>;

/** For whom, and whether an order follows or somebody only asks. */
export type For = Pick<Buyer, 'playerId' | 'ordering'>;
type Sold = Omit<Draft, 'tenantId' | 'siteId' | 'device' | 'payWay' | 'walletId' | 'sharesBalances'> & {
  /** given into the player's account: the machine has no part in it */
  withoutMachine?: boolean;
};

/** Everything about a sale that the server decides. Refuses before anybody is asked for money. */
export async function draftSale(
  tx: Tx,
  services: Services,
  device: DeviceView,
  input: SaleInput,
  payWay: PayWay,
  whom: For,
): Promise<Draft> {
  const { tenantId, siteId } = device;
  if (input.packageId && [input.number, input.amountFen, input.lanes].some((one) => one !== undefined))
    throw invalid('orders:error.packageAlone');
  const buyer: Buyer = { tenantId, siteId, device, now: services.clock.now(), ...whom };
  // nobody waits for the answer before: the questions travel together
  const drafted = inStep(
    input.packageId
      ? draftOffer(tx, services, buyer, input.packageId, payWay)
      : draftOwn(tx, services, device, input, payWay, buyer),
  );
  const paidInto = inStep(walletForSale(tx, tenantId, siteId));
  await requireOpenSite(tx, tenantScope(tenantId), siteId);
  requireSelling(device);
  const { withoutMachine, ...sold } = await drafted;
  return {
    ...sold,
    tenantId,
    siteId,
    device: withoutMachine ? undefined : device,
    payWay,
    ...(await paidInto),
  };
}

/** What the machine itself sells, at its own price; plays and goods may cost this buyer less. */
export async function draftOwn(
  tx: Tx,
  services: Services,
  device: DeviceView,
  input: SaleInput,
  payWay: PayWay,
  buyer?: Buyer,
): Promise<Sold> {
  const wanted = {
    number: input.number,
    amountFen: input.amountFen,
    lanes: parseLanes(input.lanes),
    withCoins: payWay === 'coin',
  };
  const lowering =
    buyer && (sellsPlays(device.type) || sellsGoods(device.type)) && payWay !== 'coin' && !isPassWay(payWay)
      ? inStep(lowerPrice(services, tx, buyer))
      : undefined;
  const own = await priceForDevice(tx, device, wanted, services.clock.now());
  const plays = own.items[0]?.quantity ?? 1;
  const say: Say = (key, params) => services.texts.say(defaultLanguage, key, params);
  const lowered = (await lowering)?.(saleOf(own, say));
  const priced = lowered ? atPrices(own, lowered.parts) : own;
  const { kind, coins } = priced;
  if (isPassWay(payWay)) return forPlays(priced, plays);
  const asked = priced.steps.reduce((sum, step) => sum + step.asked, 0);
  if (payWay !== 'coin')
    return {
      kind,
      amount: priced.amountFen,
      items: priced.items,
      fulfilment: { name: deviceFulfilment, plan: { steps: priced.steps } },
      settlesTo: 'earnings',
      asked,
      keepPrice: lowered?.keep,
    };
  if (coins === null) throw invalid('orders:error.payWayNotOffered');
  return {
    kind,
    amount: coins,
    items: priced.items.map((item) => ({ ...item, amount: coins })),
    fulfilment: {
      name: deviceFulfilment,
      plan: { steps: priced.steps.map((step) => ({ ...step, amount: step.asked })) },
    },
    settlesTo: 'earnings',
    asked,
  };
}

/** Every line of it has its own command. Plays are one line. */
const saleOf = ({ kind, items }: Priced, say: Say): OwnSale => {
  const [first] = items;
  if (kind === 'play' && first) return { plays: first.quantity, playFen: first.amount / first.quantity };
  return {
    pieces: items.map((item) => ({
      name: itemName(item, say),
      pieces: item.quantity,
      unitFen: item.amount / item.quantity,
    })),
  };
};

/** A play for a play, whatever one costs. */
function forPlays(priced: Priced, plays: number): Sold {
  const { kind, items, steps } = inPlays(priced, plays);
  if (kind !== 'play') throw invalid('orders:error.payWayNotOffered');
  const asked = steps.reduce((sum, step) => sum + step.asked, 0);
  return {
    kind,
    amount: plays,
    items,
    fulfilment: { name: deviceFulfilment, plan: { steps } },
    settlesTo: 'earnings',
    asked,
  };
}

/** Plays are one line and one command, so the whole price is theirs. */
const inPlays = (priced: Priced, plays: number): Priced => ({
  ...priced,
  items: priced.items.map((item) => ({ ...item, amount: plays })),
  steps: priced.steps.map((step) => ({ ...step, amount: plays })),
});

/** Each line at what it costs now: its command is worth that, and so is what goes back when it fails. */
const atPrices = (priced: Priced, parts: readonly number[]): Priced => ({
  ...priced,
  amountFen: parts.reduce((sum, part) => sum + part, 0),
  items: priced.items.map((item, place) => {
    const amount = parts[place] ?? item.amount;
    return amount < item.amount ? { ...item, amount, usual: item.amount } : item;
  }),
  steps: priced.steps.map((step, place) => ({ ...step, amount: parts[place] ?? step.amount })),
});

export async function draftOffer(
  tx: Tx,
  services: Services,
  buyer: Buyer,
  offerId: string,
  payWay: PayWay,
): Promise<Sold> {
  const found = await findOffer(services, tx, buyer, offerId);
  if (!found) throw missing('orders:error.unknownOffer');
  const { kind, amountFen, items, fulfilment, settlesTo, asked } = found.offer;
  if (payWay === 'coin' || isPassWay(payWay) || (payWay === 'balance' && settlesTo === 'player'))
    throw invalid('orders:error.payWayNotOffered');
  return {
    kind,
    amount: amountFen,
    items,
    fulfilment,
    settlesTo,
    asked,
    keepPrice: found.keep,
    withoutMachine: fulfilment.name !== deviceFulfilment,
  };
}
