import { type DeviceView, findDevice, findDeviceByCode } from '#features/devices/server/public.ts';
import { type SiteTerms, siteTerms } from '#features/sites/server/public.ts';
import { walletForSale } from '#features/wallet/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { inStep, type Reader, type Tx } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PayWay } from '../contract/kinds.ts';
import type { NewOrder } from './create-order.ts';
import { deviceFulfilment, requireSelling } from './device-fulfilment.ts';
import { parseLanes, priceForDevice } from './pricing.ts';
import { findOffer } from './registry.ts';

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
>;

/** Everything about a sale that the server decides. Refuses before anybody is asked for money. */
export async function draftSale(
  tx: Tx,
  services: Services,
  device: DeviceView,
  input: SaleInput,
  payWay: PayWay,
): Promise<Draft> {
  const { tenantId, siteId } = device;
  // nobody waits for the answer before: the questions travel together
  const drafted = inStep(
    input.packageId
      ? draftOffer(tx, services, device, input.packageId, payWay)
      : draftOwn(tx, services, device, input, payWay),
  );
  const paidInto = inStep(walletForSale(tx, tenantId, siteId));
  await requireOpenSite(tx, tenantScope(tenantId), siteId);
  requireSelling(device);
  return { ...(await drafted), tenantId, siteId, device, payWay, walletId: await paidInto };
}

/** What the machine itself sells, at its own price. */
export async function draftOwn(
  tx: Tx,
  services: Services,
  device: DeviceView,
  input: SaleInput,
  payWay: PayWay,
): Promise<Pick<Draft, 'kind' | 'amount' | 'items' | 'fulfilment' | 'settlesTo' | 'asked'>> {
  const wanted = { number: input.number, amountFen: input.amountFen, lanes: parseLanes(input.lanes) };
  const priced = await priceForDevice(tx, device, wanted, services.clock.now());
  const { kind, coins } = priced;
  const asked = priced.steps.reduce((sum, step) => sum + step.asked, 0);
  if (payWay !== 'coin')
    return {
      kind,
      amount: priced.amountFen,
      items: priced.items,
      fulfilment: { name: deviceFulfilment, plan: { steps: priced.steps } },
      settlesTo: 'earnings',
      asked,
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

export async function draftOffer(
  tx: Tx,
  services: Services,
  device: DeviceView,
  offerId: string,
  payWay: PayWay,
): Promise<Pick<Draft, 'kind' | 'amount' | 'items' | 'fulfilment' | 'settlesTo' | 'asked'>> {
  const offer = await findOffer(services, tx, device, device.tenantId, offerId);
  if (!offer) throw missing('orders:error.unknownOffer');
  if (payWay === 'coin' || (payWay === 'balance' && offer.settlesTo === 'player'))
    throw invalid('orders:error.payWayNotOffered');
  const { kind, amountFen, items, fulfilment, settlesTo, asked } = offer;
  return { kind, amount: amountFen, items, fulfilment, settlesTo, asked };
}
