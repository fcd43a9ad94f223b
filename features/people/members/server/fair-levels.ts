import { discountOffer, fairCall, fairDoor, worthOf } from '#features/money/allowance/server/public.ts';
import { find } from '#kit/server/tables.ts';
import { levels } from '../contract/levels.ts';
import { levelDiscounts, memberLevels } from '../tables.ts';
import { assertMayChangeLevels, levelHandlers } from './level-handlers.ts';

const asked = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' });

/** What a level gives away is asked about before anybody has it; see `fairDoor`. */
export const fairLevels = fairDoor('level', levels, {
  saveLevel: fairCall({
    handler: levelHandlers.saveLevel,
    async offersOf(context, { id, name, topUpFen, bonusCoins, basisPoints }) {
      assertMayChangeLevels(context);
      const { db, services, session } = context;
      const [before] = id ? await find(db.read, session.scope, memberLevels, { id }) : [];
      const judge = async (one: { topUpFen: number | null; bonusCoins: number }) => {
        const priceFen = one.topUpFen ?? 0;
        const bonusFen = await worthOf(db.read, services, { coin: one.bonusCoins }, session.tenantId);
        return { worthFen: priceFen + bonusFen, priceFen };
      };
      return [
        discountOffer(name, basisPoints, before?.basisPoints),
        { label: name, ...(await judge({ topUpFen, bonusCoins })), before: before && (await judge(before)) },
      ];
    },
    unchanged: asked,
  }),
  saveLevelDiscount: fairCall({
    handler: levelHandlers.saveLevelDiscount,
    async offersOf(context, { id, name, basisPoints }) {
      assertMayChangeLevels(context);
      const { db, session } = context;
      const [before] = id ? await find(db.read, session.scope, levelDiscounts, { id }) : [];
      return [discountOffer(name, basisPoints, before?.basisPoints)];
    },
    unchanged: asked,
  }),
});
