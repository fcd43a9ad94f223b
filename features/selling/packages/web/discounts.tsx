import '#kit/ui/all-styles.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import { type DiscountRecord, usualBasisPoints } from '../contract/discounts.ts';
import { pricedThings } from '../contract/price-rules.ts';
import { packagesContract } from '../contract.ts';
import { DiscountExample } from './example-price.tsx';
import { sendPrices } from './send-prices.ts';
import { copyToSites, restoreDefaults, takeOff } from './shelf-actions.ts';
import { siteField, startingSite } from './site-field.ts';
import { termFieldSpecs } from './term-fields.tsx';

const { listDiscounts, saveDiscount, copyDiscounts, removeDiscounts, restoreDiscounts, setRounding } =
  packagesContract;

const discountFields = [
  { name: 'name', label: 'packages:field.discountName' },
  { name: 'basisPoints', label: 'packages:field.basisPoints', hint: 'packages:hint.basisPoints' },
  { name: 'things', label: 'packages:field.things' },
  { name: 'withLevel', label: 'packages:field.withLevel', hint: 'packages:hint.withLevel' },
  ...termFieldSpecs,
] as const;

const write = formAction({
  endpoint: saveDiscount,
  initial: (discount: DiscountRecord | undefined) =>
    discount ?? {
      ...startingSite(),
      active: true,
      basisPoints: usualBasisPoints,
      things: [...pricedThings],
      hours: [],
    },
  fields: (discount) => (discount ? discountFields : [siteField, ...discountFields]),
  below: ({ values }) => <DiscountExample fieldId={values.fieldId as string | undefined} values={values} />,
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const copy = copyToSites(copyDiscounts);
const remove = takeOff(removeDiscounts, { title: 'packages:remove.discounts', body: 'packages:remove.body' });

const round = formAction({
  endpoint: setRounding,
  initial: startingSite,
  fields: [siteField, { name: 'rounding', hint: 'packages:hint.rounding' }],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

/** What is cheaper at some days and hours. */
export default listPage({
  endpoint: listDiscounts,
  columns: [
    { key: 'name', label: 'packages:field.discountName' },
    'basisPoints',
    'things',
    'standing',
    'fieldName',
    { key: 'withLevel', phone: false },
    ...optional('fromDay', 'toDay', 'createdAt'),
  ],
  filters: [siteFilter()],
  search: 'name',
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(copy), forOne(remove)],
  bulkActions: [copy, remove],
  actions: [
    { label: 'packages:action.addDiscount', icon: 'plus', primary: true, form: write },
    sendPrices(packagesContract.sendDiscounts),
    { label: 'packages:action.round', icon: 'coin', form: round },
    restoreDefaults(restoreDiscounts, 'packages:restore.discounts'),
  ],
  facts: true,
  empty: { title: 'packages:empty.discounts', hint: 'packages:empty.discountsHint' },
  icon: 'discount',
});
