import {
  discountOffer,
  fairCall,
  fairDoor,
  hoursOf,
  isWider,
  type Reach,
  worthOf,
} from '#features/money/allowance/server/public.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { levels } from '../contract/levels.ts';
import { levelDiscounts, memberLevels } from '../tables.ts';
import { assertMayChangeLevels, levelHandlers } from './level-handlers.ts';

type Level = Pick<RowOf<typeof memberLevels>, 'topUpFen' | 'spendFen' | 'keepDays'>;
type Discount = Pick<
  RowOf<typeof levelDiscounts>,
  'active' | 'fromDay' | 'toDay' | 'levelId' | 'siteIds' | 'hours'
>;

const levelReach = ({ topUpFen, spendFen, keepDays }: Level): Reach => ({
  atLeast: [topUpFen, spendFen],
  atMost: [keepDays],
});
const discountReach = ({ active, fromDay, toDay, levelId, siteIds, hours }: Discount): Reach => ({
  on: [active],
  ...{ fromDay, toDay },
  only: [[levelId], siteIds, hoursOf(hours)],
});

const asked = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' });

/** What a level gives away is asked about before anybody has it; see `fairDoor`. */
export const fairLevels = fairDoor('level', levels, {
  saveLevel: fairCall({
    handler: levelHandlers.saveLevel,
    async offersOf(context, { id, ...given }) {
      assertMayChangeLevels(context);
      const { name, topUpFen, bonusCoins, basisPoints } = given;
      const { db, services, session } = context;
      const [before] = id ? await find(db.read, session.scope, memberLevels, { id }) : [];
      const wider = before && isWider(levelReach(given), levelReach(before));
      const judge = async (one: { topUpFen: number | null; bonusCoins: number }) => {
        const priceFen = one.topUpFen ?? 0;
        const bonusFen = await worthOf(db.read, services, { coin: one.bonusCoins }, session.tenantId);
        return { worthFen: priceFen + bonusFen, priceFen };
      };
      return [
        { ...discountOffer(name, basisPoints, before?.basisPoints), wider },
        {
          label: name,
          ...(await judge({ topUpFen, bonusCoins })),
          before: before && (await judge(before)),
          wider,
        },
      ];
    },
    unchanged: asked,
  }),
  saveLevelDiscount: fairCall({
    handler: levelHandlers.saveLevelDiscount,
    async offersOf(context, { id, ...given }) {
      assertMayChangeLevels(context);
      const { db, session } = context;
      const [before] = id ? await find(db.read, session.scope, levelDiscounts, { id }) : [];
      const wider = before && isWider(discountReach(given), discountReach(before));
      return [{ ...discountOffer(given.name, given.basisPoints, before?.basisPoints), wider }];
    },
    unchanged: asked,
  }),
});
