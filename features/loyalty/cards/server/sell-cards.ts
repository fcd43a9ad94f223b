import type { Buyer, KeepPrice, Offer, OfferSource } from '#features/selling/orders/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf } from '#kit/server/tables.ts';
import type { CardTerms } from '../contract/terms.ts';
import { isForSite } from '../rules/terms-rules.ts';
import { cardGrants, cardPackages, cardTypes } from '../tables.ts';
import type { CardTypeRow } from './card-queries.ts';
import { takeType } from './grant-card.ts';

export const cardFulfilment = 'card';

export type CardPackageRow = RowOf<typeof cardPackages>;

/** What the order keeps of what was sold: the type may be another one when it is paid. */
export interface CardPlan {
  typeId: string;
  packageId: string | null;
  /** that come with it */
  coins: number;
  image: string | null;
  terms: CardTerms;
}

/** What a card is sold for by itself, and what with the coins of a package. */
interface Sale {
  type: CardTypeRow;
  pack: CardPackageRow | undefined;
}

export const isSoldAt = ({ onSale, terms }: CardTypeRow, siteId: string): boolean =>
  onSale && isForSite(terms, siteId);

async function findSale(reader: Reader, tenantId: string, offerId: string): Promise<Sale | undefined> {
  const scope = tenantScope(tenantId);
  const [pack] = await find(reader, scope, cardPackages, { id: offerId, removedAt: null });
  const [type] = await find(reader, scope, cardTypes, { id: pack?.typeId ?? offerId, removedAt: null });
  return type && { type, pack };
}

function offerOf({ type, pack }: Sale, siteId: string): Offer {
  const amountFen = pack?.priceFen ?? type.priceFen;
  const title = pack?.name ?? type.name;
  const plan: CardPlan = {
    typeId: type.id,
    packageId: pack?.id ?? null,
    coins: pack?.coins ?? 0,
    image: type.image,
    terms: type.terms,
  };
  return {
    id: pack?.id ?? type.id,
    kind: 'card',
    title,
    amountFen,
    items: [{ name: title, quantity: 1, amount: amountFen }],
    settlesTo: 'earnings',
    fulfilment: { name: cardFulfilment, plan: { ...plan } },
    siteId,
  };
}

/** Written with the order: from then on it counts towards the stock, until it is paid or given up. */
const keepSale =
  ({ type, pack }: Sale, { tenantId, siteId, now }: Buyer, playerId: string): KeepPrice =>
  async (tx: Tx, orderId: string) => {
    const priceFen = pack?.priceFen ?? type.priceFen;
    await insert(tx, tenantScope(tenantId), cardGrants, {
      id: newId(now.getTime()),
      createdAt: now,
      typeId: type.id,
      packageId: pack?.id ?? null,
      playerId,
      siteId,
      source: 'order',
      orderId,
      name: type.name,
      days: type.terms.days,
      priceFen,
      cardFen: pack ? Math.min(type.priceFen, priceFen) : priceFen,
      coins: pack?.coins ?? 0,
    });
  };

export const cardOffers: OfferSource = {
  async find(tx, buyer, offerId) {
    const { tenantId, siteId, playerId, ordering } = buyer;
    const found = await findSale(tx, tenantId, offerId);
    if (!found) return undefined;
    if (!ordering) return { offer: offerOf(found, siteId) };
    if (!playerId) throw invalid('cards:refused.needsPlayer');
    // held from here on: what is limited is counted by one buyer at a time
    const type = await takeType(tx, { tenantId, typeId: found.type.id, playerId });
    const sale = { type, pack: found.pack };
    if (!isSoldAt(type, siteId) || found.pack?.active === false) throw invalid('cards:refused.notOnSale');
    return { offer: offerOf(sale, siteId), keep: keepSale(sale, buyer, playerId) };
  },
};
