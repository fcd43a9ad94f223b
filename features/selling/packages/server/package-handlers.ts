import { siteHours } from '#features/base/sites/server/public.ts';
import { findDevice } from '#features/machines/devices/server/public.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { addRow, changeRow, changeRows, dropRows, subjectOf } from '#kit/server/change.ts';
import { type Handler, type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import {
  type anyPackageCalls,
  type coinPackageCalls,
  type devicePackageCalls,
  mostPackages,
  type PackageValues,
  type pointsPackageCalls,
  type storedPackageCalls,
} from '../contract/packages.ts';
import type { PackageKind } from '../contract/price-rules.ts';
import type { packagesContract } from '../contract.ts';
import { defaultPackages, plainPackage } from '../rules/default-packages.ts';
import { packages } from '../tables.ts';
import { checkTerm, fromNowAt, withStanding } from './check-term.ts';
import { copyToSites, sameName } from './copy-to-sites.ts';
import {
  countAtPlace,
  type PackageRow,
  type Place,
  packagesAtPlace,
  pagePackages,
  requirePackages,
  type Shelf,
} from './package-queries.ts';
import { changePrices } from './price-versions.ts';

type Contract = typeof coinPackageCalls &
  typeof storedPackageCalls &
  typeof pointsPackageCalls &
  typeof devicePackageCalls &
  typeof anyPackageCalls;

const onePackage = subjectOf(packages, {
  entity: 'package',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: { price_package_name: { key: 'packages:error.sameName', field: 'name' } },
});

type GivenValues = Omit<PackageValues, 'coins' | 'bonusCoins' | 'points'> & Partial<PackageValues>;

/** Who it is for and when: what the fields can not say one by one. What its kind does not give is nothing. */
function checked(given: GivenValues, kind: PackageKind): PackageValues {
  const values = { coins: 0, bonusCoins: 0, points: 0, ...given };
  checkTerm(values);
  if (kind === 'coins' && values.points > 0) throw invalidField('points', 'packages:error.noPointsHere');
  const { audience, awayDays, perPlayer, perPlayerDay } = values;
  if (audience === 'returning' && awayDays === null)
    throw invalidField('awayDays', 'kit:validation.required');
  if (perPlayer !== null && perPlayerDay !== null && perPlayerDay > perPlayer)
    throw invalidField('perPlayerDay', 'packages:error.dayOverAll', { max: perPlayer });
  return { ...values, awayDays: audience === 'returning' ? awayDays : null };
}

async function newPackage(tx: Tx, context: StaffContext, place: Place, values: PackageValues) {
  (await fromNowAt(tx, context, place.siteId))(values);
  return addPackage(tx, context, place, values);
}

async function addPackage(tx: Tx, context: StaffContext, place: Place, values: PackageValues) {
  if ((await countAtPlace(tx, context.session.scope, place)) >= mostPackages)
    throw invalid('packages:error.tooMany', { max: mostPackages });
  return addRow(tx, context, onePackage, { action: 'packages.add' }, { ...values, ...place });
}

type ListCall = Handler<typeof packagesContract.listDevicePackages>;
const listOf =
  (shelf: Shelf): ListCall =>
  async ({ db, session, clock }, input) => {
    const page = await pagePackages(db.read, session.scope, shelf, input);
    const clocks = await siteHours(
      db.read,
      session.scope,
      page.records.map(({ fieldId }) => fieldId),
    );
    return mapPage(page, (row) => withStanding(row, clock.now(), clocks.get(row.fieldId)));
  };

const createOf =
  (kind: PackageKind) =>
  async (context: StaffContext, { fieldId, ...given }: GivenValues & { fieldId: string }) => {
    const values = checked(given, kind);
    const place = { siteId: fieldId, deviceId: null, kind };
    return changePrices(context, [fieldId], (tx) => newPackage(tx, context, place, values));
  };

const changeOf =
  (shelf: Shelf) =>
  async (context: StaffContext, { id, ...given }: GivenValues & { id: string }) => {
    const [found] = await requirePackages(context.db.read, context.session.scope, [id], shelf);
    const values = checked(given, found!.kind);
    return changePrices(context, [found!.siteId], async (tx) => {
      const isFromNow = await fromNowAt(tx, context, found!.siteId);
      return changeRow(tx, context, onePackage, { id, action: 'packages.change' }, (before) => {
        isFromNow(values, before);
        return values;
      });
    });
  };

async function takeOff(tx: Tx, context: StaffContext, ids: readonly string[]): Promise<void> {
  const set = { removedAt: context.clock.now(), recommended: false };
  await dropRows(tx, context, onePackage, { ids, action: 'packages.remove', set });
}

const removeOf =
  (shelf: Shelf): Handler<typeof packagesContract.removeCoinPackages> =>
  async (context, { ids }) => {
    const found = await requirePackages(context.db.read, context.session.scope, ids, shelf);
    const siteIds = found.map(({ siteId }) => siteId);
    await changePrices(context, siteIds, (tx) => takeOff(tx, context, ids));
    return {};
  };

const restoreOf =
  (kind: PackageKind): Handler<typeof packagesContract.restoreCoinPackages> =>
  async (context, { fieldId }) => {
    const say = sayFor(context);
    const place = { siteId: fieldId, deviceId: null, kind };
    await changePrices(context, [fieldId], async (tx) => {
      const own = await packagesAtPlace(tx, context.session.scope, place);
      await takeOff(
        tx,
        context,
        own.map(({ id }) => id),
      );
      for (const one of defaultPackages[kind]) {
        const yuan = one.priceFen / 100;
        const name =
          kind === 'points'
            ? say('packages:defaultPointsName', { yuan, points: one.points })
            : say('packages:defaultName', { yuan, coins: one.coins + one.bonusCoins });
        const values = { ...plainPackage, ...one, name, ...place };
        await addRow(tx, context, onePackage, { action: 'packages.restore' }, values);
      }
    });
    return {};
  };

const createDevicePackage: Handler<typeof packagesContract.createDevicePackage> = async (
  context,
  { equipmentId, kind, ...values },
) => {
  const device = await findDevice(context.db.read, context.session.scope, equipmentId);
  const place = { siteId: device.siteId, deviceId: device.deviceId, kind };
  return changePrices(context, [device.siteId], (tx) =>
    newPackage(tx, context, place, checked(values, kind)),
  );
};

const recommendPackage: Handler<typeof packagesContract.recommendPackage> = async (context, { id }) => {
  const { scope } = context.session;
  const [found] = await requirePackages(context.db.read, scope, [id]);
  await changePrices(context, [found!.siteId], async (tx) => {
    const beside = await packagesAtPlace(tx, scope, found!);
    const ids = beside.filter((one) => one.recommended && one.id !== id).map((one) => one.id);
    const action = 'packages.recommend';
    // The old one first: there is never more than one.
    await changeRows(tx, context, onePackage, { ids, action }, () => ({ recommended: false }));
    await changeRow(tx, context, onePackage, { id, action }, ({ recommended }) =>
      recommended ? undefined : { recommended: true },
    );
  });
  return {};
};

function valuesOf(row: PackageRow): PackageValues {
  const { name, priceFen, coins, bonusCoins, points, active, fromDay, toDay, hours } = row;
  const { audience, awayDays, perPlayer, perPlayerDay, discountable, withCards } = row;
  const term = { active, fromDay, toDay, hours };
  return {
    name,
    priceFen,
    coins,
    bonusCoins,
    points,
    ...term,
    audience,
    awayDays,
    perPlayer,
    perPlayerDay,
    discountable,
    withCards,
  };
}

const copyPackages: Handler<typeof packagesContract.copyPackages> = async (context, { ids, fieldIds }) => {
  const { scope } = context.session;
  const found = await requirePackages(context.db.read, scope, ids);
  if (found.some(({ deviceId }) => deviceId !== null))
    throw invalidField('ids', 'packages:error.onlySitePackages');
  return copyToSites(context, found, fieldIds, {
    sameAt: async (tx, siteId, one) =>
      (await packagesAtPlace(tx, scope, { siteId, deviceId: null, kind: one.kind })).find(sameName(one)),
    change: (tx, id, one) =>
      changeRow(tx, context, onePackage, { id, action: 'packages.copy' }, () => valuesOf(one)),
    add: (tx, siteId, one) =>
      addPackage(tx, context, { siteId, deviceId: null, kind: one.kind }, valuesOf(one)),
  });
};

export const packageHandlers: Handlers<Contract> = {
  listCoinPackages: listOf('coins'),
  createCoinPackage: createOf('coins'),
  changeCoinPackage: changeOf('coins'),
  removeCoinPackages: removeOf('coins'),
  restoreCoinPackages: restoreOf('coins'),
  listStoredPackages: listOf('stored'),
  createStoredPackage: createOf('stored'),
  changeStoredPackage: changeOf('stored'),
  removeStoredPackages: removeOf('stored'),
  restoreStoredPackages: restoreOf('stored'),
  listPointsPackages: listOf('points'),
  createPointsPackage: createOf('points'),
  changePointsPackage: changeOf('points'),
  removePointsPackages: removeOf('points'),
  restorePointsPackages: restoreOf('points'),
  listDevicePackages: listOf('devices'),
  createDevicePackage,
  changeDevicePackage: changeOf('devices'),
  removeDevicePackages: removeOf('devices'),
  recommendPackage,
  copyPackages,
};
