import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { flagOf, id, ids, int, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime, maybeMachineFields, siteFields } from '#kit/contract/things.ts';
import {
  audience,
  edit,
  machineKind,
  packageKind,
  pricesChanged,
  termFields,
  termInput,
  view,
} from './shared.ts';

const maxPriceFen = 1_000_000;
const maxCoins = 100_000;
const maxPoints = 1_000_000;
/** Of one kind at one site or machine: more nobody reads on a phone. */
export const mostPackages = 30;

const discountable = () => flagOf('packages:discountableName');
const withCards = () => flagOf('packages:withCardsName');
const recommended = () => flagOf('packages:recommendedName');

const whatever = {
  name: text(20),
  priceFen: moneyFen(1, maxPriceFen),
  ...termInput,
  audience: audience().default('everyone'),
  awayDays: int(1, 3650).nullable().default(null),
  perPlayer: int(1, 9999).nullable().default(null),
  perPlayerDay: int(1, 9999).nullable().default(null),
  discountable: discountable().default(false),
  withCards: withCards().default(true),
};
const givenCoins = { coins: int(1, maxCoins), bonusCoins: int(0, maxCoins).default(0) };
/** What a package of each kind gives. */
const coinInput = { ...whatever, ...givenCoins };
const storedInput = { ...whatever, ...givenCoins, points: int(0, maxPoints).default(0) };
const pointsInput = { ...whatever, points: int(1, maxPoints) };

type Given = z.output<z.ZodObject<typeof whatever>>;
/** A package of any kind: what its kind does not give is nothing. */
export type PackageValues = Given & { coins: number; bonusCoins: number; points: number };

const packageRecord = z.object({
  id: z.string(),
  kind: packageKind(),
  ...siteFields,
  ...maybeMachineFields,
  name: z.string(),
  priceFen: moneyFen(),
  coins: z.int(),
  bonusCoins: z.int(),
  points: z.int(),
  recommended: recommended(),
  ...termFields,
  audience: audience(),
  awayDays: z.int().nullable(),
  perPlayer: z.int().nullable(),
  perPlayerDay: z.int().nullable(),
  discountable: discountable(),
  withCards: withCards(),
  createdAt: creationTime(),
});
export type PackageRecord = z.infer<typeof packageRecord>;

const listInput = pageInput({ fieldId: id().optional(), name: text(20, 0).optional() }, [
  'priceFen',
  'name',
  'createdAt',
]);

const listCall = <I extends typeof listInput>(path: `/${string}`, summary: string, input: I) =>
  get(path, view, {
    input,
    output: pageOf(packageRecord),
    refreshedBy: [pricesChanged],
    summary,
  });

const writeCall = <I extends z.ZodObject>(path: `/${string}`, summary: string, input: I) =>
  post(path, edit, {
    place: 'json',
    input,
    output: z.object({ id: z.string(), ...askedField }),
    emits: [pricesChanged],
    summary,
  });

const removeCall = (path: `/${string}`, summary: string) =>
  post(path, edit, {
    input: z.object({ ids: ids() }),
    emits: [pricesChanged],
    summary,
  });

const restoreCall = (path: `/${string}`, summary: string) =>
  get(path, edit, {
    changes: true,
    input: z.object({ fieldId: id() }),
    emits: [pricesChanged],
    summary,
  });

const atSite = <F extends z.ZodRawShape>(fields: F) => z.object({ fieldId: id(), ...fields });
const changed = <F extends z.ZodRawShape>(fields: F) => z.object({ id: id(), ...fields });
const coins = '/api/blade-userZjsb/userZjsb' as const;
const stored = '/api/blade-fieldStorageTc/fieldStorageTc' as const;
const points = '/api/blade-userJfTc/userJfTc' as const;
const machine = '/api/blade-devicePackage/devicePackage' as const;

export const coinPackageCalls = {
  listCoinPackages: listCall(`${coins}/getUserZjsbListByField`, 'Direct coin sale of sites', listInput),
  createCoinPackage: writeCall(`${coins}/save`, 'Adds a package of coins to a site', atSite(coinInput)),
  changeCoinPackage: writeCall(`${coins}/update`, 'Changes a package of coins', changed(coinInput)),
  removeCoinPackages: removeCall(
    `${coins}/remove`,
    'Takes packages of coins off sale; orders still name them',
  ),
  restoreCoinPackages: restoreCall(
    `${coins}/recoveryUserZjsbByField`,
    'The packages of coins a site begins with, in place of its own',
  ),
};

export const storedPackageCalls = {
  listStoredPackages: listCall(
    `${stored}/getUserFieldStorageTcListByField`,
    'Stored-value packages of sites',
    listInput,
  ),
  createStoredPackage: writeCall(
    `${stored}/save`,
    'Adds a stored-value package to a site',
    atSite(storedInput),
  ),
  changeStoredPackage: writeCall(`${stored}/update`, 'Changes a stored-value package', changed(storedInput)),
  removeStoredPackages: removeCall(
    `${stored}/remove`,
    'Takes stored-value packages off sale; orders still name them',
  ),
  restoreStoredPackages: restoreCall(
    `${stored}/recoveryFieldStorageTcByField`,
    'The stored-value packages a site begins with, in place of its own',
  ),
};

export const pointsPackageCalls = {
  listPointsPackages: listCall(`${points}/selectUserJfTcList`, 'Points packages of sites', listInput),
  createPointsPackage: writeCall(`${points}/save`, 'Adds a package of points to a site', atSite(pointsInput)),
  changePointsPackage: writeCall(`${points}/update`, 'Changes a package of points', changed(pointsInput)),
  removePointsPackages: removeCall(
    `${points}/remove`,
    'Takes packages of points off sale; orders still name them',
  ),
  restorePointsPackages: restoreCall(
    `${points}/recoveryUserJfTcByField`,
    'The packages of points a site begins with, in place of its own',
  ),
};

export const devicePackageCalls = {
  listDevicePackages: listCall(
    `${machine}/list`,
    'Packages of machines, in place of those of their site',
    listInput.extend({ equipmentId: id().optional(), kind: machineKind().optional() }),
  ),
  createDevicePackage: writeCall(
    `${machine}/save`,
    'Adds a package to a machine: it then sells its own of that kind, and none of its site',
    z.object({ equipmentId: id(), kind: machineKind(), ...storedInput }),
  ),
  changeDevicePackage: writeCall(`${machine}/update`, 'Changes a package of a machine', changed(storedInput)),
  removeDevicePackages: removeCall(`${machine}/remove`, 'Takes packages of machines off sale'),
};

export const anyPackageCalls = {
  recommendPackage: get('/api/blade-discount/discount/updateTjRechargeMoney', edit, {
    changes: true,
    input: z.object({ id: id() }),
    emits: [pricesChanged],
    summary: 'Makes a package the recommended one of its kind at its site or machine',
  }),
  copyPackages: post('/api/blade-userZjsb/userZjsb/copyToFields', edit, {
    place: 'json',
    input: z.object({ ids: ids(mostPackages), fieldIds: ids(50) }),
    output: z.object({ added: z.int(), changed: z.int(), ...askedField }),
    emits: [pricesChanged],
    summary: 'Copies packages to other sites; one of the same kind and name there becomes equal',
  }),
};
