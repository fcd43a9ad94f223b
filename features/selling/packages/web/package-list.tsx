import { optional } from '#kit/pages/list-page.tsx';
import '#kit/ui/all-styles.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import type { PackageRecord } from '../contract/packages.ts';
import type { PackageKind } from '../contract/price-rules.ts';
import { packagesContract } from '../contract.ts';
import { PackageExample } from './example-price.tsx';
import { sendPrices } from './send-prices.ts';
import { copyToSites, restoreDefaults, takeOff } from './shelf-actions.ts';
import { siteField, startingSite } from './site-field.ts';
import { termFieldSpecs } from './term-fields.tsx';

const { recommendPackage } = packagesContract;

const nameAndPrice = [
  { name: 'name', label: 'packages:field.name' },
  { name: 'priceFen', label: 'packages:field.priceFen', hint: 'packages:hint.priceFen' },
] as const;
const coinFields = [
  { name: 'coins', label: 'packages:field.coins' },
  { name: 'bonusCoins', label: 'packages:field.bonusCoins', hint: 'packages:hint.bonusCoins' },
] as const;
const extraPoints = {
  name: 'points',
  label: 'packages:field.extraPoints',
  hint: 'packages:hint.extraPoints',
} as const;

const termsOfSale = [
  { name: 'discountable', label: 'packages:field.discountable', hint: 'packages:hint.discountable' },
  { name: 'withCards', label: 'packages:field.withCards', hint: 'packages:hint.withCards' },
  ...termFieldSpecs,
  { name: 'audience', label: 'packages:field.audience', section: 'packages:section.whom' },
  {
    name: 'awayDays',
    label: 'packages:field.awayDays',
    section: 'packages:section.whom',
    hint: 'packages:hint.awayDays',
    required: true,
    showIf: ({ audience }: Values) => audience === 'returning',
  },
  {
    name: 'perPlayer',
    label: 'packages:field.perPlayer',
    section: 'packages:section.whom',
    hint: 'packages:hint.perPlayer',
  },
  { name: 'perPlayerDay', label: 'packages:field.perPlayerDay', section: 'packages:section.whom' },
] as const;

/** What people fill in for a package of a kind. */
const fieldsOf = {
  coins: [...nameAndPrice, ...coinFields, ...termsOfSale],
  stored: [...nameAndPrice, ...coinFields, extraPoints, ...termsOfSale],
  points: [...nameAndPrice, { name: 'points', label: 'packages:field.points' }, ...termsOfSale],
} as const;
/** … and of either kind at a machine. */
export const machineFields = [
  ...nameAndPrice,
  ...coinFields,
  { ...extraPoints, showIf: ({ kind }: Values) => kind === 'stored' },
  ...termsOfSale,
] as const;

export const newPackage = { active: true, withCards: true, bonusCoins: 0, audience: 'everyone', hours: [] };

const given = {
  coins: ['coins', 'bonusCoins'],
  stored: ['coins', 'bonusCoins', { key: 'points', phone: false }],
  points: [{ key: 'points', phone: 'more' }],
} as const;

export const packageColumnsOf = (kind: PackageKind) =>
  columnsOf(packagesContract.listCoinPackages, 'packages', [
    'name',
    'priceFen',
    ...given[kind],
    { key: 'recommended', phone: false },
    'standing',
    'fieldName',
    { key: 'audience', phone: false },
    ...optional('fromDay', 'toDay', 'perPlayer', 'perPlayerDay', 'discountable', 'withCards', 'createdAt'),
  ]);

export const recommend: Action<PackageRecord> = {
  label: 'packages:action.recommend',
  icon: 'star',
  call: callOf(recommendPackage, ({ id }: PackageRecord) => ({ id })),
  visible: ({ recommended }) => !recommended,
  success: 'packages:action.recommended',
};

const copy = copyToSites(packagesContract.copyPackages);

type One<K extends string> = (typeof packagesContract)[K & keyof typeof packagesContract];
interface Calls {
  list: typeof packagesContract.listCoinPackages;
  create: One<'createCoinPackage' | 'createStoredPackage' | 'createPointsPackage'>;
  change: One<'changeCoinPackage' | 'changeStoredPackage' | 'changePointsPackage'>;
  remove: typeof packagesContract.removeCoinPackages;
  restore: typeof packagesContract.restoreCoinPackages;
  send: typeof packagesContract.sendCoinPackages;
}

/** The packages of a kind at all sites. */
export function definePackageList(kind: PackageKind, { list, create, change, remove, restore, send }: Calls) {
  const example = ({ values }: Pick<FormContentProps<unknown>, 'values'>) => (
    <PackageExample kind={kind} fieldId={values.fieldId as string | undefined} values={values} />
  );
  const addForm = formAction({
    endpoint: create,
    texts: 'packages',
    initial: () => ({ ...newPackage, ...startingSite() }),
    fields: [siteField, ...fieldsOf[kind]] as never,
    below: example,
    success: 'kit:action.saved',
  });
  const editForm = formAction({
    endpoint: change,
    texts: 'packages',
    initial: (one: PackageRecord) => one,
    fields: fieldsOf[kind] as never,
    below: ({ subject, values }) => example({ values: { ...values, fieldId: subject.fieldId } }),
    submitLabel: 'kit:action.save',
    success: 'kit:action.saved',
  });
  const off = takeOff(remove, { title: 'packages:remove.title', body: 'packages:remove.body' });
  return defineList({
    endpoint: list,
    texts: 'packages',
    columns: packageColumnsOf(kind),
    filters: [siteFilter()],
    search: 'name',
    rowActions: [
      { label: 'kit:action.edit', icon: 'edit', form: editForm },
      recommend,
      forOne(copy),
      forOne(off),
    ],
    bulkActions: [copy, off],
    actions: [
      { label: 'packages:action.add', icon: 'plus', primary: true, form: addForm },
      sendPrices(send),
      restoreDefaults(restore, 'packages:restore.hint'),
    ],
    facts: true,
    empty: { title: 'packages:empty.title', hint: `packages:empty.${kind}` },
    icon: 'package',
  });
}
