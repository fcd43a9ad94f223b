import { assertSites } from '#features/base/sites/server/public.ts';
import { findDevice } from '#features/machines/devices/server/public.ts';
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
import type { StaffContext } from '#kit/server/context.ts';
import type { DiscountValues } from '../contract/discounts.ts';
import type { PackageValues } from '../contract/packages.ts';
import { edit } from '../contract/shared.ts';
import { cashHandlers } from './cash-handlers.ts';
import { requireCashPackages } from './cash-queries.ts';
import { discountHandlers } from './discount-handlers.ts';
import { requireDiscounts } from './discount-queries.ts';
import { packageHandlers } from './package-handlers.ts';
import { requirePackages } from './package-queries.ts';

type What = 'coins' | 'bonusCoins' | 'points';
type Given = Omit<PackageValues, What> & Partial<Pick<PackageValues, What>>;

function reachOf(one: Given): Reach {
  const { active, discountable, withCards, fromDay, toDay, hours, audience, awayDays } = one;
  return {
    on: [active, discountable, withCards],
    ...{ fromDay, toDay },
    atMost: [one.perPlayer, one.perPlayerDay],
    atLeast: [awayDays ?? 0],
    only: [audience === 'everyone' ? [] : [audience], hoursOf(hours)],
  };
}

async function packageOffer(context: StaffContext, given: Given, before?: Given): Promise<Offer> {
  const { services, session, db } = context;
  const judge = async ({ priceFen, coins = 0, bonusCoins = 0, points = 0 }: Given) => ({
    worthFen: await worthOf(db.read, services, { coin: coins + bonusCoins, point: points }, session.tenantId),
    priceFen,
  });
  return {
    label: given.name,
    ...(await judge(given)),
    before: before && (await judge(before)),
    wider: before && isWider(reachOf(given), reachOf(before)),
  };
}

const discountReach = ({ active, withLevel, fromDay, toDay, things, hours }: DiscountValues): Reach => ({
  on: [active, withLevel],
  ...{ fromDay, toDay },
  only: [things, hoursOf(hours)],
});

const discountAt = (given: DiscountValues, before?: DiscountValues): Offer => ({
  ...discountOffer(given.name, given.basisPoints, before?.basisPoints),
  wider: before && isWider(discountReach(given), discountReach(before)),
});

async function cashOffer(
  context: StaffContext,
  { yuan, bonusCoins }: { yuan: number; bonusCoins: number },
): Promise<Offer> {
  const { services, session, db } = context;
  const priceFen = yuan * 100;
  const onTop = await worthOf(db.read, services, { coin: bonusCoins }, session.tenantId);
  return { label: `¥${yuan}`, worthFen: priceFen + onTop, priceFen };
}

/** Nothing is there yet; a package that is to be changed stays what it is. */
const none = () => ({ id: '' });
const asBefore = ({ id }: { id: string }) => ({ id });
const perhaps = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' });
const nothingCopied = () => ({ added: 0, changed: 0 });

/** Who may not change prices there asks nobody either. */
type Place = { fieldId: string } | { equipmentId: string };
async function assertPlace({ db, session }: StaffContext, place: Place): Promise<void> {
  if ('fieldId' in place) await assertSites(db.read, session.scope, [place.fieldId]);
  else await findDevice(db.read, session.scope, place.equipmentId);
}

type Save<I> = (context: StaffContext, input: I) => Promise<{ id: string }>;

const created = <I extends Given & Place>(handler: Save<I>) =>
  fairCall<I, { id: string }>({
    handler,
    async offersOf(context, given) {
      await assertPlace(context, given);
      return [await packageOffer(context, given)];
    },
    unchanged: none,
  });

const changed = <I extends Given & { id: string }>(handler: Save<I>) =>
  fairCall<I, { id: string }>({
    handler,
    async offersOf(context, given) {
      const [before] = await requirePackages(context.db.read, context.session.scope, [given.id]);
      return [await packageOffer(context, given, before)];
    },
    unchanged: asBefore,
  });

/** What a price gives away is asked about before it holds; see `fairDoor`. */
export const fairPackages = fairDoor('package', edit, {
  createCoinPackage: created(packageHandlers.createCoinPackage),
  changeCoinPackage: changed(packageHandlers.changeCoinPackage),
  createStoredPackage: created(packageHandlers.createStoredPackage),
  changeStoredPackage: changed(packageHandlers.changeStoredPackage),
  createPointsPackage: created(packageHandlers.createPointsPackage),
  changePointsPackage: changed(packageHandlers.changePointsPackage),
  createDevicePackage: created(packageHandlers.createDevicePackage),
  changeDevicePackage: changed(packageHandlers.changeDevicePackage),
  copyPackages: fairCall({
    handler: packageHandlers.copyPackages,
    async offersOf(context, { ids, fieldIds }) {
      await assertSites(context.db.read, context.session.scope, fieldIds);
      const found = await requirePackages(context.db.read, context.session.scope, ids);
      return Promise.all(found.map((one) => packageOffer(context, one)));
    },
    unchanged: nothingCopied,
  }),
  saveCashPackage: fairCall({
    handler: cashHandlers.saveCashPackage,
    async offersOf(context, given) {
      await assertPlace(context, given);
      return [await cashOffer(context, given)];
    },
    unchanged: perhaps,
  }),
  copyCashPackages: fairCall({
    handler: cashHandlers.copyCashPackages,
    async offersOf(context, { ids, fieldIds }) {
      await assertSites(context.db.read, context.session.scope, fieldIds);
      const found = await requireCashPackages(context.db.read, context.session.scope, ids);
      return Promise.all(found.map((one) => cashOffer(context, one)));
    },
    unchanged: nothingCopied,
  }),
  saveDiscount: fairCall({
    handler: discountHandlers.saveDiscount,
    async offersOf(context, { id, fieldId, ...given }) {
      await assertPlace(context, { fieldId });
      const [before] = id ? await requireDiscounts(context.db.read, context.session.scope, [id]) : [];
      return [discountAt(given, before)];
    },
    unchanged: perhaps,
  }),
  saveDiscounts: fairCall({
    handler: discountHandlers.saveDiscounts,
    async offersOf(context, { fieldId, discounts: wanted }) {
      await assertPlace(context, { fieldId });
      const ids = wanted.flatMap(({ id }) => id ?? []);
      const known = ids.length > 0 ? await requireDiscounts(context.db.read, context.session.scope, ids) : [];
      return wanted.map(({ id, ...given }) =>
        discountAt(
          given,
          known.find((one) => one.id === id),
        ),
      );
    },
    unchanged: () => ({ ids: [] }),
  }),
  copyDiscounts: fairCall({
    handler: discountHandlers.copyDiscounts,
    async offersOf(context, { ids, fieldIds }) {
      await assertSites(context.db.read, context.session.scope, fieldIds);
      const found = await requireDiscounts(context.db.read, context.session.scope, ids);
      return found.map(({ name, basisPoints }) => discountOffer(name, basisPoints));
    },
    unchanged: nothingCopied,
  }),
});
