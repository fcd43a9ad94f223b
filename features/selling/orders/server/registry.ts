import type { Say } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { PassWay } from '../contract/kinds.ts';
import type { OrderView } from './order-types.ts';
import type {
  Buyer,
  Fulfilment,
  LowerPrice,
  OfferSource,
  OrderCheck,
  OrderListener,
  PassHolder,
  PassKeeper,
} from './registry-types.ts';

interface Registry {
  fulfilments: Map<string, Fulfilment>;
  offers: OfferSource[];
  listeners: OrderListener[];
  checks: OrderCheck[];
  passes: Map<PassWay, PassKeeper>;
}

const registries = new WeakMap<Services, Registry>();

export function registryOf(services: Services): Registry {
  let registry = registries.get(services);
  if (!registry) {
    registry = { fulfilments: new Map(), offers: [], listeners: [], checks: [], passes: new Map() };
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

export function registerOrderCheck(services: Services, check: OrderCheck): void {
  registryOf(services).checks.push(check);
}

export function registerPass(services: Services, way: PassWay, keeper: PassKeeper): void {
  const { passes } = registryOf(services);
  if (passes.has(way)) throw new Error(`two features pay with ${way}`);
  passes.set(way, keeper);
}

export function passOf(services: Services, way: PassWay): PassKeeper {
  const keeper = registryOf(services).passes.get(way);
  if (!keeper) throw new Error(`nobody keeps ${way}`);
  return keeper;
}

/** What a player may pay with there instead of money. */
export const passesOf = (services: Services, reader: Reader, holder: PassHolder) =>
  Promise.all(
    [...registryOf(services).passes].map(async ([way, keeper]) => ({
      way,
      ...(await keeper.left(reader, holder)),
    })),
  );

export function fulfilmentOf(services: Services, name: string): Fulfilment {
  const fulfilment = registryOf(services).fulfilments.get(name);
  if (!fulfilment) throw new Error(`nobody fulfils ${name}`);
  return fulfilment;
}

export async function findOffer(services: Services, tx: Tx, buyer: Buyer, offerId: string) {
  for (const source of registryOf(services).offers) {
    const found = await source.find(tx, buyer, offerId);
    if (found) return found;
  }
  return undefined;
}

/** The first that lowers a machine's own price says by how much. */
export async function lowerPrice(services: Services, tx: Tx, buyer: Buyer): Promise<LowerPrice> {
  const sources = await Promise.all(
    registryOf(services).offers.map(async (source) => source.lower?.(tx, buyer)),
  );
  return (sale) => {
    for (const lower of sources) {
      const lowered = lower?.(sale);
      if (lowered) return lowered;
    }
    return undefined;
  };
}

export async function explainOrder(
  services: Services,
  reader: Reader,
  order: { tenantId: string; id: string },
  say: Say,
) {
  for (const source of registryOf(services).offers) {
    const explained = await source.explain?.(reader, order, say);
    if (explained) return explained;
  }
  return undefined;
}

export async function tellGivenUp(tx: Tx, services: Services, order: OrderView): Promise<void> {
  for (const { givenUp } of registryOf(services).listeners) await givenUp?.(tx, order);
}
