import type { DeviceView } from '#features/devices/server/public.ts';
import type { AccountName } from '#features/ledger/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { OrderItem, OrderKind, PayWay, SettleTarget } from '../contract/kinds.ts';
import type { FulfilmentPlan } from '../tables.ts';
import type { OrderView } from './order-types.ts';

/** What was read in the same transaction already. */
export interface KnownOfOrder {
  device?: DeviceView | undefined;
}

/** How a kind of thing is delivered once it is paid. */
export interface Fulfilment {
  /**
   * In the transaction that makes the order fulfilling, with the money held. 'waiting': whoever waits calls
   * `deliverOrder` or `refundOrder` later. What it refuses with an AppError goes back to the payer.
   */
  start(tx: Tx, services: Services, order: OrderView, known: KnownOfOrder): Promise<'fulfilled' | 'waiting'>;
  /** `start` refuses before it writes anything, so that nothing has to be undone */
  refusesFirst?: true;
  /** Takes back what was delivered for so much of the amount, or refuses with an AppError. */
  refundable?(tx: Tx, order: OrderView, amount: number, refundId: string): Promise<void>;
  /** Gives it again: the platform would not return the money. */
  refundFailed?(tx: Tx, order: OrderView, amount: number, refundId: string): Promise<void>;
}

/** Something on sale that is not a machine's own price: a package, a card. */
export interface Offer {
  id: string;
  kind: OrderKind;
  title: string;
  amountFen: number;
  items: OrderItem[];
  fulfilment: FulfilmentPlan;
  settlesTo: SettleTarget;
  /** pieces a machine will be asked for */
  asked?: number;
  siteId: string | null;
}

export interface OfferSource {
  find(
    reader: Reader,
    device: DeviceView | null,
    tenantId: string,
    offerId: string,
  ): Promise<Offer | undefined>;
}

export interface OrderListener {
  /** a part was delivered before, and now more: take the locks that `settled` needs, before any account is touched */
  settlingAgain?(tx: Tx, order: OrderView): Promise<void>;
  /** fulfilled or partly fulfilled: money became available */
  settled?(tx: Tx, order: OrderView): Promise<void>;
  /**
   * Before the merchant's legs move, when a part of what was earned goes back: give the merchant's `available` what
   * you took of it. `keptAfterFen` is what the merchant keeps of the delivered amount.
   */
  refunding?(
    tx: Tx,
    order: OrderView,
    refund: { id: string; amountFen: number; keptAfterFen: number },
  ): Promise<void>;
  /** Takes the locks that `refunding` needs and names the accounts it will move, before any account is touched. */
  refundAccounts?(tx: Tx, order: OrderView): Promise<readonly AccountName[]>;
  /** the platform would not return it: the merchant has it again, and owes what was given back in `refunding` */
  refundFailed?(
    tx: Tx,
    order: OrderView,
    refund: { id: string; amountFen: number; keptAfterFen: number },
  ): Promise<void>;
  /** whether WeChat shall keep the money of a new payment apart for sharing */
  wantsProfitSharing?(
    reader: Reader,
    order: { tenantId: string; siteId: string | null; payWay: PayWay },
  ): Promise<boolean>;
}

interface Registry {
  fulfilments: Map<string, Fulfilment>;
  offers: OfferSource[];
  listeners: OrderListener[];
}

const registries = new WeakMap<Services, Registry>();

export function registryOf(services: Services): Registry {
  let registry = registries.get(services);
  if (!registry) {
    registry = { fulfilments: new Map(), offers: [], listeners: [] };
    registries.set(services, registry);
  }
  return registry;
}

/** Called from a feature's `start`. */
export function registerFulfilment(services: Services, name: string, fulfilment: Fulfilment): void {
  const { fulfilments } = registryOf(services);
  if (fulfilments.has(name)) throw new Error(`two fulfilments are called ${name}`);
  fulfilments.set(name, fulfilment);
}

export function registerOffers(services: Services, source: OfferSource): void {
  registryOf(services).offers.push(source);
}

export function onOrders(services: Services, listener: OrderListener): void {
  registryOf(services).listeners.push(listener);
}

export function fulfilmentOf(services: Services, name: string): Fulfilment {
  const fulfilment = registryOf(services).fulfilments.get(name);
  if (!fulfilment) throw new Error(`nobody fulfils ${name}`);
  return fulfilment;
}

export async function findOffer(
  services: Services,
  reader: Reader,
  device: DeviceView | null,
  tenantId: string,
  offerId: string,
): Promise<Offer | undefined> {
  for (const source of registryOf(services).offers) {
    const offer = await source.find(reader, device, tenantId, offerId);
    if (offer) return offer;
  }
  return undefined;
}
