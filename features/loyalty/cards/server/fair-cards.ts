import {
  discountOffer,
  fairCall,
  fairDoor,
  type Offer,
  worthOf,
} from '#features/money/allowance/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { find } from '#kit/server/tables.ts';
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

const asked = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' });

/** What a kind of card gives away is asked about before it is sold; see `fairDoor`. */
export const fairCards = fairDoor('cardTerms', edit, {
  saveCardType: fairCall({
    handler: typeHandlers.saveCardType,
    async offersOf(context, { id, name, priceFen, ...rights }) {
      assertMayChangeCards(context);
      const [before] = id ? await find(context.db.read, context.session.scope, cardTypes, { id }) : [];
      const offers: Offer[] = [
        {
          label: name,
          ...(await judgeCard(context, priceFen, rights)),
          before: before && (await judgeCard(context, before.priceFen, before.terms)),
        },
      ];
      if (rights.basisPoints !== null)
        offers.push(discountOffer(name, rights.basisPoints, before?.terms.basisPoints ?? undefined));
      return offers;
    },
    unchanged: asked,
  }),
  saveCardPackage: fairCall({
    handler: typeHandlers.saveCardPackage,
    async offersOf(context, { id, typeId, name, priceFen, coins }) {
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
        { label: name, ...(await judge({ priceFen, coins })), before: before && (await judge(before)) },
      ];
    },
    unchanged: asked,
  }),
});
