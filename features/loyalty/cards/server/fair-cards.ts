import { and, inArray, isNull } from 'drizzle-orm';
import {
  discountOffer,
  fairCall,
  fairDoor,
  hoursOf,
  isWider,
  type Offer,
  type Reach,
  worthOf,
} from '#features/money/allowance/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { type CardTerms, edit } from '../contract/terms.ts';
import { cardPackages, cardTypes } from '../tables.ts';
import { assertMayChangeCards, typeHandlers } from './type-handlers.ts';

type Rights = Pick<CardTerms, 'days' | 'dailyPlays' | 'dailyCoins' | 'basisPoints'>;

/** All plays and coins that may be had by a card, against its price. */
async function judgeCard({ db, services, session }: StaffContext, priceFen: number, rights: Rights) {
  const { days, dailyPlays, dailyCoins } = rights;
  const amounts = { play: days * dailyPlays, coin: days * dailyCoins };
  return { worthFen: await worthOf(db.read, services, amounts, session.tenantId), priceFen };
}

const typesOf = ({ db, session }: StaffContext, ids: readonly string[]) =>
  find(db.read, session.scope, cardTypes, (type) => and(inArray(type.id, [...ids]), isNull(type.removedAt)));

type Sold = Pick<RowOf<typeof cardTypes>, 'onSale' | 'stock' | 'perPlayer' | 'terms'>;

const reachOf = ({ onSale, stock, perPlayer, terms }: Sold): Reach => ({
  on: [onSale, terms.withOthers],
  atMost: [stock, perPlayer],
  only: [terms.siteIds, terms.deviceTypes, hoursOf(terms.hours)],
});

/** What a kind gives all in all, and by its discount, which is judged like any other. */
async function offersOfCard(
  context: StaffContext,
  { name, priceFen, terms }: { name: string; priceFen: number; terms: CardTerms },
  { before, wider }: { before?: { priceFen: number; terms: CardTerms } | undefined; wider: boolean },
): Promise<Offer[]> {
  const offers: Offer[] = [
    {
      label: name,
      ...(await judgeCard(context, priceFen, terms)),
      before: before && (await judgeCard(context, before.priceFen, before.terms)),
      wider,
    },
  ];
  if (terms.basisPoints !== null)
    offers.push({
      ...discountOffer(name, terms.basisPoints, before?.terms.basisPoints ?? undefined),
      wider,
    });
  return offers;
}

const asked = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' });

/** What a kind of card gives away is asked about before it is sold; see `fairDoor`. */
export const fairCards = fairDoor('cardTerms', edit, {
  saveCardType: fairCall({
    handler: typeHandlers.saveCardType,
    async offersOf(context, { id, name, priceFen, stock, perPlayer, onSale, image: _, intro: __, ...terms }) {
      assertMayChangeCards(context);
      const [before] = id ? await find(context.db.read, context.session.scope, cardTypes, { id }) : [];
      const wider =
        before !== undefined && isWider(reachOf({ onSale, stock, perPlayer, terms }), reachOf(before));
      return offersOfCard(context, { name, priceFen, terms }, { before, wider });
    },
    unchanged: asked,
  }),
  sellCardTypes: fairCall({
    handler: typeHandlers.sellCardTypes,
    async offersOf(context, { ids, onSale }) {
      assertMayChangeCards(context);
      const types = onSale ? await typesOf(context, ids) : [];
      const offers = types.map((type) => offersOfCard(context, type, { before: type, wider: !type.onSale }));
      return (await Promise.all(offers)).flat();
    },
    unchanged: () => ({}),
  }),
  saveCardPackage: fairCall({
    handler: typeHandlers.saveCardPackage,
    async offersOf(context, { id, typeId, name, priceFen, coins, active }) {
      assertMayChangeCards(context);
      const { db, services, session } = context;
      const [type] = await find(db.read, session.scope, cardTypes, { id: typeId, removedAt: null });
      if (!type) throw missing('cards:error.noType');
      const [before] = id ? await find(db.read, session.scope, cardPackages, { id }) : [];
      const judge = async (one: { priceFen: number; coins: number }) => ({
        worthFen: await worthOf(db.read, services, { coin: one.coins }, session.tenantId),
        // what the coins cost beside the card; a package that is no dearer is refused by the call itself
        priceFen: Math.max(1, one.priceFen - type.priceFen),
      });
      return [
        {
          label: name,
          ...(await judge({ priceFen, coins })),
          before: before && (await judge(before)),
          wider: before && active && !before.active,
        },
      ];
    },
    unchanged: asked,
  }),
});
